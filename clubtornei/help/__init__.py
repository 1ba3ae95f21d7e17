"""Help: the organisers' pages of docs/ on the site, in Italian at `/aiuto/` and in English at `/help/`."""
