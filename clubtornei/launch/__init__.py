"""What `make run` and `make test` do: from a bare checkout to a running site, or to a verdict.

`__main__`, `environment`, `system` and `sentences` run before anything is installed, on the system's Python:
they import the standard library only.
"""
