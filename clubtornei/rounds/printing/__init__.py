"""The printed sheets, as PDFs: pairings, slips, standings, brackets.

A sheet is a row in `SHEETS` of its family's file: a report on `report.html`, or what has a template of its
own in templates/rounds/printing/sheets/, styled by static/sheets/. `catalogue.py` collects the families,
`sheet.py` makes the HTML, `rendering.py` the PDF; `pdf_responses.py` decides whether that is made at once, or
by a job (`print_sheets`).
"""
