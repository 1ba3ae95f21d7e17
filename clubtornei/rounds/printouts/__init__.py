"""What hangs on the wall and lies on the tables: the sheets, made into PDFs.

A sheet is a row in `SHEETS` of its family's file and a template in templates/print/; its look is
static/sheets.css. `catalogue.py` gathers the families, `pdf.py` draws.
"""
