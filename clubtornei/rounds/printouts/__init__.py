"""The printed sheets, as PDFs: pairings, slips, standings, brackets.

A sheet is a row in `SHEETS` of its family's file and a template in templates/rounds/printouts/sheets/, styled
by static/sheets.css. `catalogue.py` collects the families, `pdf.py` renders.
"""
