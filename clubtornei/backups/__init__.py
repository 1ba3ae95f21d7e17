"""Backups of the whole database, one file each, in var/backups: how they are written, checked and restored.

Only `restoring` sets Django up. The others use its settings and storages alone, as the launcher does.
"""
