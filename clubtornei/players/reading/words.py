"""The words by which lists of people are read: given names, remarks, titles of lists, words of messages."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES_OF_LISTS = words(
    """
    torneo tornei campionato campionati trofeo memorial festival semilampo iscritti iscritte iscrizioni
    iscrizione elenco lista partecipanti partecipazione giocatori giocatrici classifica classifiche totale
    totali gruppo gruppi girone gironi categoria categorie turno turni tavolo tavoli quota quote riserve
    attesa prenotati orario orari regolamento premi premio premiazione sede arbitro arbitri direttore
    organizzatore organizzazione organizza segretario presidente responsabile info informazioni contatti
    telefono email aggiornato aggiornamento pagina ritirati ritirate assenti presenti annullati cancellati
    esclusi convocati squadre presenze entries players total group groups waiting tournament pairings
    standings numero cognome nominativo nome bye riposo posto posti tbd tba
    """
)
"""A line that begins with one of them names what follows."""
CLUBS = words(
    """
    asd ssd circolo circoli scacchi scacchistica scacchistico scacchisti dopolavoro polisportiva accademia
    societa club associazione comune parrocchia oratorio biblioteca bar scuola istituto liceo chess
    federazione uisp arci rcu risiko
    """
)
NOT_PLAYING = words(
    """
    attesa dattesa riserve riserva ritirati ritirate ritirato ritirata assenti assente annullati
    cancellati cancellato cancellata rinunce rinuncia esclusi waiting withdrawn reserves
    """
)
PLAYING = words("giocano gioca vengono viene partecipano partecipa confermano confermati presenti")
MESSAGE = words(
    """
    io scacchiera ci sono sei siamo siete vengo vieni viene veniamo vengono gioco giochi gioca giocano
    giochiamo non
    per con che grazie ciao buongiorno buonasera salve anche anchio sera stasera domani oggi dopo perche
    quando dove quanto questo questa posso puo possiamo vuole vuoi vorrei devo devi saro alle allora ok
    okay tutti nessuno raga ragazzi iscrivo iscrivetemi iscrivimi segnatemi aggiungetemi metti mettimi
    mettetemi compilare inserire scrivere copiare leggere avviso messaggi messaggio crittografati media
    saluti cordiali distinti inviato iphone android oggetto
    omessi omesso eliminato aggiunto rimosso creato uscito uscita the and for you please will
    """
)
"""Words of sentences. Short ones that are names too («De», «Da», «La») are not among them."""
REMARKS = words(
    """
    forse ce presente presenti confermo conferma confermato confermata confermare pagato pagata paga arriva
    arrivo tardi ritardo dopo ospite nuovo nuova esordiente principiante papa mamma figlio figlia fratello
    sorella amico amica nonno zio anni under over junior senior se viene vengo gioco ci sono anche turno
    salta bye minorenne socio turni prof dott ing sig libero libera
    vuoto vuota
    """
)
RELATIONS = words(
    """
    mamma papa figlio figlia figli fratello fratelli sorella sorelle amico amica amici amiche nonno nonna
    ospite ospiti zio zia cugino cugina cugini genitore genitori marito moglie nipote nipoti ragazzo
    ragazza ragazzi
    """
)
"""Who comes with somebody. Some are surnames too («Amico», «Papa»)."""
BEFORE_RELATIONS = words("un una uno due tre quattro il la lo i gli le mio mia miei mie suo sua altri altre")
OTHERS = words("altri altre fam famiglia")
OF = words("di del della dello dei mio mia suo sua")
YES = words(
    """
    io scacchiera ci sono presente ok okay gioco vengo anche anchio confermo si eccomi conferma ciao grazie
    volentieri
    """
)
ABSENT = words(
    """
    no assente ritirato ritirata annullato annullata cancellato cancellata rinuncia non riserva attesa
    cancellare confermare ko disdetta dattesa dubbio squalificato squalificata
    infortunato infortunata malato malata
    """
)
NO = words("no non n assente rinuncia ritirato ritirata falso false annullato annullata 0")
FEDERATIONS = words(
    """
    ITA SUI SMR VAT MLT FRA MNC ESP AND POR GER AUT LIE NED BEL LUX ENG SCO WLS IRL DEN NOR SWE FIN ISL
    POL CZE SVK HUN SLO CRO BIH SRB MNE MKD ALB GRE BUL ROU MDA UKR BLR RUS LTU LAT EST TUR GEO ARM AZE
    ISR EGY MAR TUN ALG IND CHN JPN USA CAN MEX CUB COL PER ARG BRA CHI URU VEN PHI IRI UZB KAZ AUS NZL
    RSA NGR FID
    """
)
"""Of FIDE's codes those that stand in Italian lists."""
GIVEN_NAMES = words(
    """
    ada adele adriana adriano agata agnese agostino aldo alessandra alessandro alessia alessio alfonso
    alfredo alice amelia andrea angela angelica angelo anna annalisa antonella antonia antonio arianna
    arturo asia aurora barbara beatrice benedetta bianca bruna bruno camilla carla carlo carlotta carmela
    carmelo carmine carolina caterina cecilia celeste cesare chiara christian cinzia clara claudia claudio
    concetta corrado cosimo cristian cristiana cristiano cristina damiano daniela daniele dario davide
    debora denis diana diego domenico donatella edoardo elena eleonora elia eliana elio elisa elisabetta
    emanuela emanuele emilia emiliano emilio emma enrica enrico enzo ernesto ettore eugenio eva fabiana
    fabio fabrizio federica federico filippo fiorella flavia flavio francesca francesco franco gabriele
    gabriella gaetano gaia gennaro giacomo giada gian gianfranco gianluca gianluigi gianmarco gianni
    gianpaolo gigi gina gino ginevra gioele giordano giorgia giorgio giovanna giovanni giulia giuliana
    giuliano giulio giuseppe giuseppina grazia graziella greta guido ida ignazio ilaria irene irma
    isabella ivan ivana ivano ivo jacopo laura leo leonardo lia licia lidia liliana linda lino lisa livia
    livio lorena lorenza lorenzo loretta luca lucia luciana luciano ludovica luigi luigia luisa manuel
    manuela mara marcella marcello marco margherita maria marianna marina mario marisa marta martina
    massimiliano massimo matilde matteo mattia maura maurizio mauro melissa michela michele milena mirco
    mirella mirko monica nadia nicola nicole nicoletta nicolo niccolo nina noemi nora oreste orietta
    ornella oscar ottavio pamela paola paolo pasquale patrizia pia piera pierluigi piero pietro raffaele
    raffaella rebecca remo renata renato renzo riccardo rita roberta roberto rocco romano romeo rosa
    rosalba rosanna rosaria rosario rossella sabrina salvatore samuele sandra sandro sara sebastiano
    serena sergio silvana silvano silvia silvio simona simone sofia sonia stefania stefano susanna sveva
    teresa tiziana tiziano tommaso ugo umberto valentina valeria valerio vanessa vera veronica vincenzo
    viola virginia vito vittoria vittorio viviana walter yuri
    """
)
SHORT_HEADINGS = words("n nr num no pos pt pti tit fed naz prov cat rtg bucholz buchholz ris")
PROVINCES = words(
    """
    AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG
    FI FR GE GO GR IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR
    PT PU PV PZ RA RC RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI
    VR VT VV
    """
)
"""Codes of Italian provinces, without the two that are titles of FIDE."""
ARBITERS = words("AF AI FA IA AN ACN AR CAF")
"""Titles of arbiters, of FIDE and of the Italian federation."""
DAYS = words(
    """
    lunedi martedi mercoledi giovedi venerdi sabato domenica monday tuesday wednesday thursday friday
    saturday sunday
    """
)
CITIES = words(
    """
    agrigento alessandria ancona aosta arezzo asti avellino bari barletta belluno benevento bergamo biella
    bologna bolzano brescia brindisi cagliari caltanissetta campobasso caserta catania catanzaro cesena
    chieti como cosenza cremona crotone cuneo ferrara firenze foggia forli frosinone genova gorizia
    grosseto imperia isernia latina lecce lecco livorno lodi lucca macerata mantova matera messina milano
    modena monza napoli novara nuoro oristano padova palermo parma pavia perugia pesaro pescara piacenza
    pisa pistoia pordenone potenza prato ragusa ravenna reggio rieti rimini roma rovigo salerno sassari
    savona siena siracusa sondrio taranto teramo terni torino trapani trento treviso trieste udine varese
    venezia verbania vercelli verona vicenza viterbo
    """
)
"""Capitals of provinces. Many are surnames, too, but rarely stand alone in a line."""
AROUND_NAMES = words(
    """
    forse presente confermo confermato confermata pagato pagata ok assente ritirato ritirata annullato
    annullata cancellato cancellata iscrivo iscrivete aggiungo aggiungete segnate eccomi gioco vengo ce
    """
)
"""Words before and behind a name that are never part of one."""
BEHIND_NAMES = AROUND_NAMES | words("no si ko arriva arrivo tardi ritardo")
