"""How sheets become paper: how large their type can be, their formats, and the PDF.

Nothing here knows what stands on a sheet.
"""
