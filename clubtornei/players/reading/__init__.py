"""The one reader of lists of people: files, pasted text, sign-ups and rating lists all go through it.

`files.py` makes a text of a file, `markup.py` a table of a page or a report file, `rows.py` lines and cells
of a text. `headings.py` says what each column holds, `free_text.py` what stands beside a name,
`written_names.py` how the name is written, `not_people.py` what is no person; `lines.py` reads a line with
them. No database; nothing raises but Unreadable, for a source that is no list at all.
"""
