"""Words, numbers and files of them: languages, Markdown, spreadsheets, codes."""
