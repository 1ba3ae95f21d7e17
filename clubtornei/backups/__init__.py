"""Backups of the whole database, one file each, in var/backups: how they are written, checked and restored.

`archive` and `programs` know no Django, so that the launcher uses them too; `automatic` is the site's.
"""
