"""The text of a file whose encoding nobody says: the one in which the letters are likeliest."""

import unicodedata

LIKELY = "cp1252", "cp850", "mac_roman"
"""Of files that are no UTF: Windows, its command line and old programs, the Mac. The first wins ties."""
ITALIAN = frozenset("àèéìòùÀÈÉÌÒÙ")
EUROPEAN = frozenset("áâäãåçêëíîïñóôöõúûüýšžćčđőűßÁÂÄÃÅÇÊËÍÎÏÑÓÔÖÕÚÛÜÝŠŽĆČĐ")
QUOTES = frozenset("’‘“”«»–—…€°ºª·•")
_UTF_16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def decoded(data: bytes) -> str:
    """UTF-8 with or without its mark, UTF-16 with or without, else the likeliest of the old encodings."""
    if encoding := _UTF_16.get(data[:2]) or _utf_16_without_mark(data):
        return data.decode(encoding, errors="replace")
    try:
        return _mended(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return data.decode(likeliest(data), errors="replace")


def likeliest(data: bytes) -> str:
    """Which of the old encodings it is, judged by the bytes that they read differently."""
    texts = {name: data.decode(name, errors="replace") for name in LIKELY}
    return max(LIKELY, key=lambda name: _plausibility(texts[name]))


def _plausibility(text: str) -> int:
    """Accented letters speak for an encoding, signs within words and capitals behind small letters do not."""
    score = 0
    for before, char, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if char < "\x80":
            continue
        if char.isalpha():
            score += 4 if char in ITALIAN else 1 if char in EUROPEAN else -2
            if char.isupper() and (before.islower() or (after.islower() and before.isalpha())):
                score -= 6
            if char.islower() and before.isupper() and after.isupper():
                score -= 6
        elif char in QUOTES:
            score += -3 if before.isalpha() and after.isalpha() and char != "’" else 1
        else:
            score -= 4
    return score


def _utf_16_without_mark(data: bytes) -> str:
    """Every second byte of Latin letters is zero."""
    beginning = data[:400]
    if len(beginning) < 4:
        return ""
    for encoding, start in (("utf-16-le", 1), ("utf-16-be", 0)):
        if beginning[start::2].count(0) * 10 > len(beginning) * 4:
            return encoding
    return ""


def _mended(text: str) -> str:
    """A text that was UTF-8, taken for Windows-1252, and written as UTF-8 again: «NicolÃ²»."""
    if "Ã" not in text and "â€" not in text:
        return text
    try:
        mended = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text
    return unicodedata.normalize("NFC", mended)
