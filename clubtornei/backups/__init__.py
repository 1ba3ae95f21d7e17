"""Backups of the whole database, one file each, in var/backups: how they are written, checked and restored.

Only `of_site` and `restoring` know Django: the launcher uses the others too.
"""
