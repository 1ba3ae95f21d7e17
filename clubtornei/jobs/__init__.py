"""Work that takes longer than a page may: prints, packages, rating lists.

`models.py` has the row of a job, `actions.py` its way through the queue and the task that a worker does;
`process.py` runs the heavy part in a process of its own, under a limit of memory.
"""
