"""The printed sheets, as PDFs: pairings, slips, standings, brackets.

A sheet is a row in `SHEETS` of its family's file and a template in templates/rounds/printing/sheets/, styled
by static/sheets/. `catalogue.py` collects the families, `markup.py` makes the HTML, `rendering.py` the PDF;
`printing.py` decides whether that is kept already, made at once, or by a job (`jobs.py`, `print_job.py`).
"""
