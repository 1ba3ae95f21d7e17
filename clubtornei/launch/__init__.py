"""`make run` and `make test`: from a bare checkout to a running site, or to the results of all checks.

`__main__`, `environment`, `system` and `sentences` run on the system's Python before anything is installed:
they import the standard library only.
"""
