"""The players on the demo club's roster; all are invented."""

from collections.abc import Sequence

OURS, TORRE, DOPOLAVORO, CAVALLO = "Alfiere e Pedone", "La Torre", "Dopolavoro Ferroviario", "Cavallo Scosso"
DADI, BERING, LUDOTECA = "I Sei Dadi", "Stretto di Bering", "Ludoteca San Rocco"

# At tables of two: name, club, title, FIDE rating, national rating, birth year.
PLAYERS: Sequence[tuple[str, str, str, int | None, int | None, int | None]] = (
    ("Abbondanza Ferruccio", OURS, "", None, 1512, 1951),
    ("Accorsi Nicolò", OURS, "CM", 2044, 2071, 1998),
    ("Belluschi Ada", TORRE, "", 1788, 1804, 1987),
    ("Bertolotti Pier Giorgio", DOPOLAVORO, "", None, 1440, 1949),
    ("Bonacossa Teresa", OURS, "", 1655, 1690, 2004),
    ("Calcagnì Rosalia", CAVALLO, "", None, 1533, 1979),
    ("Cattabrighi Ivo", TORRE, "", 1901, 1915, 1972),
    ("Colajacono Salvatore", DOPOLAVORO, "", 1722, 1730, 1965),
    ("D’Ambrogio Lucia", OURS, "", 1610, 1648, 1994),
    ("D’Incecco Raffaele", CAVALLO, "FM", 2231, 2260, 1983),
    ("De Cillis Beatrice", TORRE, "", None, 1399, 2011),
    ("Degl’Innocenti Guido", OURS, "", 1834, 1850, 1969),
    ("Dell’Orso Caterina", DOPOLAVORO, "", None, None, 2014),
    ("Di Bartolo Gesualdo", OURS, "", 1577, 1602, 1957),
    ("Esposti Marco", TORRE, "", 1956, 1970, 1990),
    ("Fabbroni Loredana", OURS, "", None, 1466, 1962),
    ("Fiordaliso Enea", CAVALLO, "", None, 1345, 2012),
    ("Garrone Ugo", DOPOLAVORO, "", 1690, 1711, 1953),
    ("Ghislandi Chiara", OURS, "WCM", 1998, 2015, 2001),
    ("Iacopozzi Bruno", TORRE, "", 1533, 1560, 1946),
    ("La Spada Concetta", OURS, "", None, 1420, 1971),
    ("Lo Turco Davide", CAVALLO, "", 1866, 1880, 1996),
    ("Maccaferri Olga", OURS, "", 1745, 1766, 1980),
    ("Malfatti Sandro", DOPOLAVORO, "", None, 1505, 1959),
    ("Mezzanotte Pia", OURS, "", None, None, 2013),
    ("Monterosso Elia", TORRE, "CM", 2102, 2120, 2003),
    ("Nardò Giuseppe", OURS, "", 1621, 1650, 1974),
    ("Oliverio Tancredi", CAVALLO, "", 1699, 1705, 1999),
    ("Pacchiarotti Silvio", OURS, "", 1480, 1522, 1955),
    ("Passalacqua Irene", TORRE, "", 1820, 1833, 1992),
    ("Pirrò Massimo", OURS, "", None, 1584, 1967),
    ("Quattrini Amedeo", DOPOLAVORO, "", 1759, 1775, 1985),
    ("Ravà Emanuele", OURS, "", 1911, 1930, 1978),
    ("Sant’Elia Ginevra", CAVALLO, "", None, 1477, 2009),
    ("Scognamillo Ciro", OURS, "", 1544, 1590, 1961),
    ("Tagliabò Carlotta", TORRE, "", 1641, 1660, 2006),
    ("Tonnarelli Egidio", OURS, "", None, 1366, 1944),
    ("Ubaldini Vera", DOPOLAVORO, "", 1708, 1719, 1988),
    ("Ventrella Lino", OURS, "", None, 1410, 1970),
    ("Zappalà Agata", CAVALLO, "", 1877, 1892, 1995),
)

# At multi-player tables: name, club. No club has more players than there are tables, so that a seating
# without clubmates at one table is found quickly.
TABLE_PLAYERS: Sequence[tuple[str, str]] = (
    ("Allocca Rebecca", OURS),
    ("Baldassini Furio", DADI),
    ("Barbagallo Nunzia", BERING),
    ("Boccadoro Ettore", LUDOTECA),
    ("Campagnoli Nives", DOPOLAVORO),
    ("Cantalamessa Piero", DADI),
    ("Dall’Acqua Martina", OURS),
    ("Della Noce Fausto", LUDOTECA),
    ("Fioravanti Zoe", DOPOLAVORO),
    ("Gambacorta Lapo", BERING),
    ("Illuminati Serena", OURS),
    ("Lanfranchi Duilio", DADI),
    ("Marcantoni Greta", BERING),
    ("Mezzasalma Orazio", LUDOTECA),
    ("Nicolì Damiano", DOPOLAVORO),
    ("Occhipinti Selene", DADI),
    ("Pappalardo Walter", OURS),
    ("Quintavalle Mirella", LUDOTECA),
    ("Rondinella Attilio", DOPOLAVORO),
    ("Sabatucci Ornella", BERING),
    ("Squarcialupi Gino", OURS),
    ("Tarantola Miriam", DADI),
    ("Vespignani Oreste", BERING),
    ("Zuccarelli Ilaria", LUDOTECA),
)
