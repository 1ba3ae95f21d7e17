#!/bin/sh
# Runs once, when the volume is new: without its place in the archive the write-ahead log would only grow.
set -eu
pgbackrest --stanza=clubtornei stanza-create
