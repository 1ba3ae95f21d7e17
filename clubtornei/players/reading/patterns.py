"""How people write what stands beside a name: as patterns, one for each kind."""

import re

from clubtornei.players.reading.dates import DATE

DAY = r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}"
TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?\s?[Mm]\.?)?"
STAMP = re.compile(rf"^\[?(?:{DAY},?\s+{TIME}|{TIME},\s*{DAY})\]?\s*(?:[-–]\s*)?")
MARK = re.compile(
    r"^(?:(?:\d\ufe0f?\u20e3)+"
    r"|\d{1,3}\s*(?:[.)\]°º^ª:]|-|–|—)+\s*(?=[^\d\s])"
    r"|(?:#|[nN](?:°|º|\.|r\.?|um\.?))\s?\d{1,3}[.):]?\s+(?=[^\W\d_])"
    r"|\d{1,2}\s+(?=[^\W\d_])"
    r"|\[[ xX✓✔]?\]|\([xX✓✔ ]?\)"
    r"|[a-zA-Z]\)\s*(?=\S)|[a-z]\.\s+(?=\S)"
    r"|[•◦▪▫‣⁃·●○■□►▶➤➢→⇒✅✔✓☑☐☒★☆♟♙~*>\-–—_]+\s*(?=[^\s\d])"
    r"|\+\s*(?=[^\W\d_]))\s*"
)
EMPTY_BOX = re.compile(
    r"^\W*(?:\d{1,3}\W*)?(?:\[\s?[-–]?\s?\]|\(\s?\)|[☐□⬜❓❔⏳⌛])|(?:\[\s?\]|[☐□⬜❓❔⏳⌛🤷])\W*$"
)
"""A box that nobody ticked, or a sign of a question, before or behind a name."""
CROSSED_OUT = re.compile(r"[❌🚫✖⛔❎✗✘👎]|^~[^~]+~$|^~~.+~~$|^--.+--$")
QUOTED = re.compile(r"^[*_]{1,2}(.+?)[*_]{1,2}$|^[\"“«](.+?)[\"”»]$")
MAIL = re.compile(r"<?(?:mailto:)?([^\s@<>,;:()]{1,64}@[^\s@<>,;:()]{1,80}\.\w{2,})>?")
SITE = re.compile(r"https?://\S+|www\.\S+|\b[\w.-]{1,60}\.(?:it|com|org|net|eu|info)(?:/\S*)?(?=\s|$)", re.I)
PHONE = re.compile(
    r"(?:(?:tel|cell|cellulare|telefono|whatsapp)\b[.: ]*)?"
    r"(?:(?<!\w)(?:\+|00)\d[\d\s./()-]{6,20}\d|(?<![\w/])3\d{2}[\s./-]?\d{3}[\s./-]?\d{3,4}(?!\w)"
    r"|(?<!\w)0\d{1,3}[\s./-]\d{5,8}(?!\w))|(?:tel|cell|cellulare|telefono)\b[.: ]*[\d\s./-]{6,20}\d",
    re.IGNORECASE,
)
MONEY = re.compile(
    r"(?:€|\beuro\b|\beur\b)\s?\d+(?:[.,]\d+)?|\b\d+(?:[.,]\d+)?\s?(?:€|euro\b|eur\b)|€", re.IGNORECASE
)
HOUR = re.compile(
    r"\b(?:ore|alle|h\.?)\s*\d{1,2}(?:[:.,]\d{2})?\b|(?<![\d.])\b\d{1,2}[:.][0-5]\d\b(?![./-])", re.IGNORECASE
)
FIDE_ID = re.compile(
    r"\b(?:fide\s*-?id|id\s*-?fide|cod(?:ice|\.)?\s*fide|fin|fide\s*n[°.]?)\b[\s:.°#n]*(\d{4,9})\b|\bfide[\s:.°#]*(\d{5,9})\b",
    re.I,
)
FSI_ID = re.compile(
    r"\b(?:tessera|tess\.?)\s*(?:fsi)?[\s:.°#n]*([A-Z]{0,2}\d{3,8})\b|\b(?:id\s*fsi|fsi\s*id)[\s:.°#n]*(\w{3,12})\b"
    r"|\bfsi[\s:.°#]*(\d{5,8})\b",
    re.I,
)
BORN = (
    r"(?:\b(?:nat[oaie](?:\s+(?:a|ad|in)\s+[^\W\d_][^\d,;|]{1,30}?(?=\s+(?:il|nel)\b|,))?,?|classe|cl\.|anno(?:\s+di\s+nascita)?|born|data\s+di\s+nascita|n\.)"
    r"\s*(?:il|nel|del|in|:)?\s*[:.]?\s*)"
)
NO_BIRTH = re.compile(
    rf"\b(?:scad\w*|valid\w*|certificat\w*|visita|rinnov\w*|iscritt[oa]|pagat[oa])\b[^\d|;,]{{0,30}}{DATE.pattern}",
    re.IGNORECASE,
)
"""The day of something else."""
TAX_CODE = re.compile(r"(?:\bc\.?\s?f\.?[\s:]*)?\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b", re.IGNORECASE)
BIRTH_DATE = re.compile(BORN + "?" + DATE.pattern, re.IGNORECASE)
BIRTH_YEAR = re.compile(BORN + r"((?:19|20)\d{2}|['’]?\d{2})(?!\w)", re.IGNORECASE)
KINDS = (
    r"elo|rating|rtg|punteggio|punti|fide|fsi|italia|nazionale|naz\.?|national|sociale"
    r"|rapid|rapido|blitz|lampo|standard"
)
RATING = re.compile(
    rf"(?<![\w/.'’+-])(?P<before>(?:(?:{KINDS})\b[\s.:=]*)*)(?:(?:ca\.?|circa|[~≈])\s*)?"
    rf"(?P<number>[5-9]\d\d|[1-3]\d{{3}}|[1-3][.]\d{{3}})[Pp]?(?![\w/]|[.:,-]\d)(?P<after>(?:\s*\b(?:{KINDS})\b\.?)*)",
    re.IGNORECASE,
)
ODD_NUMBER = re.compile(r"\b[1-9]\d{2,}\b")
LABEL_ALONE = re.compile(
    rf"\s+n\.\s?c\.?\s*$|\s*\b(?:{KINDS})\b[\s.:=]*(?:n\.?c\.?|n\.?d\.?|nessuno|-)?\s*$", re.IGNORECASE
)
BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
FULL_STOP = re.compile(r"(?<=\w{4})\.+$|^\.+$")
CUT = re.compile(r"\s+[-–—|/·]+\s+|\s*[;|•]\s*|\s+[-–—]+(?=\S)(?!-)|(?<=\w)[-–—]+\s+|\t")
LABEL = re.compile(r"^([^:]{2,40}):\s*(.*)$")
SLASHED = re.compile(r"^[^\d(\[/]*[^\W\d_]\.?\s*/\s*[^\W\d_][^\d(\[/]*$")
AGE = re.compile(
    r"\b(?:[UO]|under\s?|over\s?)\d{2}\b|\b\d{1,2}\s?anni\b|\b(?:età|anni)\s*\d{1,2}\b", re.IGNORECASE
)
CATEGORY = re.compile(
    r"\b(?:([1-6])(?:\s?[aª°^])?|(i{1,3}|iv|vi?)|(prim|second|terz|quart|quint|sest)a)"
    r"\s*(?:cat(?:egoria\b|\.|\b)\s*(?:naz(?:ionale\b|\.|\b))?|naz(?:ionale\b|\.|\b)|(?<=[\daª°^])N\b)",
    re.IGNORECASE | re.ASCII,  # a Turkish «ı» is no «I»
)
POINTS = re.compile(
    r"\b\d{1,2}(?:[.,]\d+|½)?\s?(?:pt|pti|punti)\b\.?|(?<![\w.,])\d{1,2}(?:[.,]\d|½)(?![\w.,/])", re.I
)
AND_MORE = re.compile(r"(?<!\w)\+\s?\d\b(?!\d)")
