import io
import zipfile
from datetime import date, datetime
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given, settings, strategies as st

from clubtornei.players.reading.files import decode_file
from clubtornei.players.reading.rows import MAX_BYTES, MAX_ROWS, Unreadable, parse_lines


def cells(text: str) -> list[list[str]]:
    return [list(line.cells) for line in parse_lines(text)]


def xlsx(*rows: tuple[object, ...], second_sheet: bool = False) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "default_date_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet()
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            if value is not None:
                sheet.write(number, column, value)
    if second_sheet:
        book.add_worksheet().write(0, 0, "altro foglio")
    book.close()
    return out.getvalue()


MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)


def ods(*rows: tuple[str, ...]) -> bytes:
    """An OpenDocument spreadsheet, as small as it can be."""
    office = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    content = (
        f'<office:document-content xmlns:office="{office}"'
        ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
        ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="Foglio1">{cells}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        package.writestr("META-INF/manifest.xml", MANIFEST)
        package.writestr("content.xml", content)
    return out.getvalue()


def repacked(data: bytes, **parts: bytes) -> bytes:
    """The same package with some parts replaced, named by their file name with _ for . and /."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            key = name.rsplit("/", 1)[-1].replace(".", "_")
            new.writestr(name, parts.get(key, old.read(name)))
    return out.getvalue()


@pytest.mark.parametrize("mark", ["\t", ";", ","])
def test_cells_are_told_apart_by_tab_semicolon_or_comma(mark):
    text = f"Cognome{mark}Nome{mark}Elo\nD’Angelo{mark}Nicolò{mark}1850\n"
    assert cells(text) == [["Cognome", "Nome", "Elo"], ["D’Angelo", "Nicolò", "1850"]]


def test_a_comma_inside_names_does_not_beat_the_semicolon():
    assert cells("Rossi, Mario;1850\nBianchi, Ada;1700") == [
        ["Rossi, Mario", "1850"],
        ["Bianchi, Ada", "1700"],
    ]


def test_quoted_cells_keep_their_delimiters_and_lines():
    assert cells('"Rossi; Mario";"via Po\n1"\n') == [["Rossi; Mario", "via Po 1"]]


def test_an_odd_quotation_mark_does_not_swallow_the_rows_after_it():
    assert cells('"Gigi\t1500\nRossi Mario\t1850') == [['"Gigi', "1500"], ["Rossi Mario", "1850"]]


def test_excels_hint_of_the_delimiter_is_followed_and_is_no_row():
    assert cells("sep=,\r\nRossi; Mario,1850\r\n") == [["Rossi; Mario", "1850"]]


def test_empty_rows_vanish_and_the_others_keep_their_number():
    assert [(line.number, line.cells[0]) for line in parse_lines("\nRossi\n\n;;\nBianchi\n")] == [
        (2, "Rossi"),
        (5, "Bianchi"),
    ]


def test_rows_are_as_wide_as_the_widest_that_says_something():
    assert cells("Rossi\t\t\t\nBianchi\t1700\t\n") == [["Rossi", ""], ["Bianchi", "1700"]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_files_are_read_in_the_encodings_that_spreadsheets_write(encoding):
    data = "Cognome;Nome\nD’Angelo;Nicolò\n".encode(encoding)
    assert cells(decode_file(data))[1] == ["D’Angelo", "Nicolò"]


def test_xlsx_files_give_their_first_sheet_with_whole_numbers_and_dates():
    data = xlsx(
        ("Giocatore", "Elo", "Nato", "Ore", "Socio"),
        ("D’Angelo\nNicolò", 1850.0, datetime(1985, 3, 12), 1.5, True),
        ("Rossi Mario", 1700, date(1990, 1, 2), None, False),
        second_sheet=True,
    )
    assert cells(decode_file(data)) == [
        ["Giocatore", "Elo", "Nato", "Ore", "Socio"],
        ["D’Angelo Nicolò", "1850", "1985-03-12", "1.5", "x"],
        ["Rossi Mario", "1700", "1990-01-02", "", ""],
    ]


def test_an_open_document_spreadsheet_is_read() -> None:
    assert cells(decode_file(ods(("Nome", "Elo"), ("Rossi Mario", "1700")))) == [
        ["Nome", "Elo"],
        ["Rossi Mario", "1700"],
    ]


def test_an_old_excel_file_is_read() -> None:
    data = (Path(__file__).parents[2] / "golden/spreadsheets/roster.xls").read_bytes()
    assert cells(decode_file(data)) == [
        ["Giocatore", "Elo FSI"],
        ["Rossi Mario", "1850"],
        ["Bianchi Ada", "1700"],
    ]


def far(place: str) -> bytes:
    """A workbook with its second cell there, which claims all rows and columns before it."""
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Rossi Mario</t></is></c></row>'
        f'<row r="{place.lstrip("ABCDEFX")}"><c r="{place}" t="inlineStr"><is><t>lontano</t></is></c></row>'
        "</sheetData></worksheet>"
    )
    return repacked(xlsx(("Rossi",)), sheet1_xml=sheet.encode())


@pytest.mark.parametrize("place", ["A1048576", "XFD1048576", "AAF20000"])
def test_a_cell_far_below_is_refused_and_stops_no_worker(place: str) -> None:
    with pytest.raises(Unreadable, match="troppo grande"):
        decode_file(far(place))


def test_a_cell_far_to_the_right_costs_nothing() -> None:
    assert cells(decode_file(xlsx(("Rossi Mario", *[None] * 16_000, "lontano")))) == [["Rossi Mario"]]


BOMB = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaaaaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 20) for n in range(8))
    + b"]><worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData><row r='1'>"
    b"<c r='A1' t='inlineStr'><is><t>&i;</t></is></c></row></sheetData></worksheet>"
)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"PK\x03\x04 not a package", id="broken zip"),
        pytest.param(xlsx(("Rossi",))[:-200], id="cut off"),
        pytest.param(repacked(xlsx(("Rossi",)), sheet1_xml=b"<worksheet><sheetData><row>"), id="broken XML"),
        pytest.param(repacked(xlsx(("Rossi",)), workbook_xml=b"<workbook/>"), id="another workbook"),
        pytest.param(repacked(xlsx(("Rossi",)), sheet1_xml=BOMB), id="entity bomb"),
        pytest.param(repacked(xlsx(("Rossi",)), sheet1_xml=b" " * 50_000_000), id="zip bomb"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, id="broken xls"),
        pytest.param(repacked(ods(), content_xml=b"<x/>"), id="another document"),
        pytest.param(b"%PDF-1.7 ...", id="pdf"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", id="picture"),
        pytest.param(b"a" * (MAX_BYTES + 1), id="too large"),
    ],
)
def test_what_is_no_spreadsheet_is_refused_with_a_word(data):
    with pytest.raises(Unreadable) as refusal:
        decode_file(data)
    assert len(str(refusal.value)) > 20


def test_too_many_rows_are_refused():
    assert len(parse_lines("Rossi\n" * (MAX_ROWS + 1))) == MAX_ROWS + 1
    with pytest.raises(Unreadable, match=str(MAX_ROWS)):
        parse_lines("Rossi\n" * (MAX_ROWS + 2))


@given(st.text(max_size=400))
def test_any_text_gives_a_table_or_a_refusal(text):
    try:
        lines = parse_lines(text)
    except Unreadable:
        return
    assert len({len(line.cells) for line in lines}) <= 1
    assert all(any(line.cells) for line in lines)
    assert sorted({line.number for line in lines}) == [line.number for line in lines]


@given(st.binary(max_size=400))
def test_any_file_gives_a_text_or_a_refusal(data):
    try:
        text = decode_file(data)
    except Unreadable:
        return
    assert "\0" not in text


plain_cell = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters='"'), min_size=1
)


@settings(max_examples=6)
@given(st.lists(st.tuples(plain_cell, plain_cell, plain_cell), min_size=1, max_size=8))
def test_a_workbook_reads_back_as_it_was_written(rows):
    """Formulas aside: what begins with = is one, and has no value until a spreadsheet opened it."""
    rows = [tuple("’" + cell for cell in row) for row in rows]
    assert cells(decode_file(xlsx(*rows))) == [list(row) for row in rows]
