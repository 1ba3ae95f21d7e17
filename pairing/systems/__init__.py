"""One file a system; each has a `SYSTEM`, and the file's name is the system's, with _ for -."""
