"""What the site stores of people, for the page that says so: read off the models, so that it cannot lie.

A model that stands in neither table below fails `tests/rounds/privacy/test_privacy_page.py`.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from clubtornei.accounts.club_history import history_models


class Purpose(Struct, frozen=True):
    """Of what people know a table by: of whom it is, what for, who sees it, how long it is kept."""

    title: str | Promise
    why: str | Promise
    seen: str | Promise
    kept: str | Promise


class Stored(Struct, frozen=True):
    """A table: its purpose, and the columns that it really has."""

    table: str
    purpose: Purpose
    columns: list[str]


ORGANISERS = gettext_lazy("chi organizza nel circolo")
EVERYBODY = gettext_lazy("tutti, se il torneo è pubblico; altrimenti chi organizza")
NOBODY_SEES = gettext_lazy("nessuno: serve al programma")
WITH_CLUB = gettext_lazy("finché il circolo non lo toglie")
WITH_EVENT = gettext_lazy("finché il circolo non elimina il torneo")
OF_LIST = gettext_lazy("finché chi amministra il sito non ne carica un’altra")

PURPOSES = {
    "auth.User": Purpose(
        gettext_lazy("Account di chi organizza"),
        gettext_lazy("per entrare; la password non è scritta, solo la sua impronta"),
        gettext_lazy("il nome, chi organizza negli stessi circoli; il resto solo chi lo usa"),
        gettext_lazy("finché non lo elimina chi lo usa"),
    ),
    "accounts.Membership": Purpose(
        gettext_lazy("Chi organizza in quale circolo"),
        gettext_lazy("per sapere che cosa può fare"),
        ORGANISERS,
        WITH_CLUB,
    ),
    "accounts.Invitation": Purpose(
        gettext_lazy("Inviti a organizzare"),
        gettext_lazy("per fare entrare chi ha il link"),
        gettext_lazy("il titolare del circolo"),
        gettext_lazy("sette giorni, o finché non è usato o ritirato"),
    ),
    "accounts.PasswordLink": Purpose(
        gettext_lazy("Link per scegliere una password nuova"),
        gettext_lazy("per fare entrare chi l’ha dimenticata; il link non è scritto, solo un numero a caso"),
        NOBODY_SEES,
        gettext_lazy("finché non è usato o ritirato"),
    ),
    "accounts.AuditEntry": Purpose(
        gettext_lazy("Registro di ruoli, inviti, scaricamenti e ripristini"),
        gettext_lazy("perché il titolare sappia chi ha dato un ruolo, o portato via dei dati"),
        gettext_lazy("il titolare del circolo; una copia di tutto il sito, i titolari di tutti"),
        gettext_lazy("due anni"),
    ),
    "club_copies.ClubCopy": Purpose(
        gettext_lazy("Copie che il circolo ha di sé"),
        gettext_lazy("per tornare indietro, o portare il circolo altrove; nei file c’è tutto il circolo"),
        gettext_lazy("il titolare del circolo"),
        gettext_lazy("le ultime quattordici, o finché il titolare non le elimina"),
    ),
    "accounts.Session": Purpose(
        gettext_lazy("Accessi aperti"),
        gettext_lazy("per non chiedere la password a ogni pagina, e perché chi è entrato veda da dove"),
        gettext_lazy("solo chi è entrato"),
        gettext_lazy("trenta giorni, o finché non esce"),
    ),
    "axes.AccessAttempt": Purpose(
        gettext_lazy("Password sbagliate"),
        gettext_lazy("per fermare chi prova password a caso; la password provata non è scritta"),
        gettext_lazy("il titolare vede se un organizzatore è bloccato"),
        gettext_lazy("un quarto d’ora; si cancellano al prossimo accesso, o in giornata"),
    ),
    "axes.AccessFailureLog": Purpose(
        gettext_lazy("Password e codici sbagliati, uno per uno"),
        gettext_lazy("per fermare chi prova da molti indirizzi; quel che è stato provato non è scritto"),
        gettext_lazy("il titolare vede se un organizzatore è bloccato"),
        gettext_lazy("un giorno"),
    ),
    "otp_totp.TOTPDevice": Purpose(
        gettext_lazy("Telefono del secondo fattore"),
        gettext_lazy("per riconoscere i codici, se chi organizza lo vuole"),
        NOBODY_SEES,
        gettext_lazy("finché non lo toglie"),
    ),
    "otp_static.StaticDevice": Purpose(
        gettext_lazy("Codici di riserva del secondo fattore"),
        gettext_lazy("per chi perde il telefono"),
        NOBODY_SEES,
        gettext_lazy("finché non li usa o li toglie"),
    ),
    "otp_static.StaticToken": Purpose(
        gettext_lazy("I singoli codici di riserva"),
        gettext_lazy("per chi perde il telefono"),
        NOBODY_SEES,
        gettext_lazy("finché non li usa o li toglie"),
    ),
    "players.Player": Purpose(
        gettext_lazy("Elenco dei giocatori del circolo"),
        gettext_lazy("per iscrivere ai tornei; recapito e note non sono mai pubblici"),
        ORGANISERS,
        WITH_CLUB,
    ),
    "players.PlayerMerge": Purpose(
        gettext_lazy("Persone unite nell’elenco dei giocatori"),
        gettext_lazy("com’era scritto chi era in elenco due volte, per poter annullare"),
        ORGANISERS,
        gettext_lazy("finché il circolo non toglie la persona con cui è unito"),
    ),
    "exchange.FidePlayer": Purpose(
        gettext_lazy("Lista Elo della FIDE"),
        gettext_lazy("per trovare chi si iscrive: è la lista che la FIDE pubblica ogni mese"),
        ORGANISERS,
        OF_LIST,
    ),
    "exchange.NationalPlayer": Purpose(
        gettext_lazy("Lista Elo nazionale"),
        gettext_lazy("per trovare chi si iscrive: è la lista che pubblica la federazione"),
        ORGANISERS,
        OF_LIST,
    ),
    "exchange.ClubListedPlayer": Purpose(
        gettext_lazy("Liste di punteggi di un circolo solo"),
        gettext_lazy("per trovare chi si iscrive, dove il circolo ne ha caricata una sua"),
        ORGANISERS,
        WITH_CLUB,
    ),
    "events.Entry": Purpose(
        gettext_lazy("Iscrizioni ai tornei"),
        gettext_lazy("per abbinare e per la classifica; di minorenni e di chi lo chiede solo le iniziali"),
        EVERYBODY,
        WITH_EVENT,
    ),
    "events.SignUp": Purpose(
        gettext_lazy("Preiscrizioni dalla pagina pubblica"),
        gettext_lazy("per iscrivere chi lo chiede e richiamarlo; della rete solo un’impronta, per un giorno"),
        ORGANISERS,
        gettext_lazy("trenta giorni dopo la chiusura del torneo; con un consenso al nome, quanto il torneo"),
    ),
    "mail.Address": Purpose(
        gettext_lazy("Indirizzi email lasciati per un torneo"),
        gettext_lazy("per scrivere a chi lo chiede; solo dopo che l’ha confermato chi lo legge"),
        gettext_lazy("nessuno, nemmeno chi organizza: sa solo se c’è"),
        gettext_lazy(
            "trenta giorni dopo la chiusura del torneo, o finché chi lo legge non lo toglie; due giorni"
            " se nessuno lo conferma; in nessuna copia"
        ),
    ),
    "mail.Message": Purpose(
        gettext_lazy("Messaggi scritti da chi organizza, e notizie spedite"),
        gettext_lazy("per sapere che cosa è stato scritto a chi gioca, e da chi"),
        ORGANISERS,
        WITH_EVENT,
    ),
    "mail.ConfirmationAsked": Purpose(
        gettext_lazy("Richieste di conferma di un indirizzo"),
        gettext_lazy("perché nessuno riempia la casella di un altro; di indirizzo e rete solo un’impronta"),
        NOBODY_SEES,
        gettext_lazy("un giorno"),
    ),
    "rounds.VisitorRequest": Purpose(
        gettext_lazy("Richieste di chi guarda un torneo che arriva da un portatile"),
        gettext_lazy("per farle avere al portatile: iscrizioni, annullamenti, presenze, risultati"),
        NOBODY_SEES,
        gettext_lazy("finché il portatile non le ha, di solito pochi secondi"),
    ),
    "publishing.ReceivingKey": Purpose(
        gettext_lazy("Chiavi per ricevere i tornei di un portatile"),
        gettext_lazy("per sapere chi può pubblicare a nome del circolo"),
        gettext_lazy("il titolare del circolo"),
        WITH_CLUB,
    ),
    "rounds.Seat": Purpose(
        gettext_lazy("Chi ha giocato a quale tavolo, e con quale punteggio"),
        gettext_lazy("per i risultati e la classifica"),
        EVERYBODY,
        WITH_EVENT,
    ),
    "rounds.ResultEntry": Purpose(
        gettext_lazy("Chi ha registrato quale risultato"),
        gettext_lazy("per annullare un errore, e per sapere a chi chiedere"),
        ORGANISERS,
        gettext_lazy("come la storia: finché vuole il circolo"),
    ),
    "rounds.Proposal": Purpose(
        gettext_lazy("Risultati proposti dai tavoli"),
        gettext_lazy(
            "perché l’arbitro li confermi; del telefono solo un numero a caso, finché aspetta e per un giorno"
        ),
        ORGANISERS,
        gettext_lazy("finché vuole il circolo"),
    ),
    "season.TypedResult": Purpose(
        gettext_lazy("Risultati di altri tornei scritti nei circuiti"),
        gettext_lazy("per la classifica dell’anno; di minorenni e di chi lo chiede solo le iniziali"),
        gettext_lazy("tutti, se il circuito è pubblico; altrimenti chi organizza"),
        gettext_lazy("finché il circolo non toglie il circuito"),
    ),
    "jobs.Job": Purpose(
        gettext_lazy("Stampe, pacchetti e liste in preparazione"),
        gettext_lazy("per dire a che punto sono, e consegnare il file che se ne fa"),
        ORGANISERS,
        gettext_lazy("un giorno"),
    ),
    "rounds.Clock": Purpose(
        gettext_lazy("Orologi dei turni"),
        gettext_lazy("porta il nome di chi ha fissato il minuto segreto"),
        ORGANISERS,
        WITH_EVENT,
    ),
    "rounds.PublishedDocument": Purpose(
        gettext_lazy("Documenti dei tornei all’ultima pubblicazione"),
        gettext_lazy("per riavere un torneo com’era; porta i nomi di chi gioca"),
        ORGANISERS,
        gettext_lazy("fino alla pubblicazione dopo, o finché qualcuno non va dimenticato"),
    ),
    "pghistory.Context": Purpose(
        gettext_lazy("Chi ha fatto che cosa"),
        gettext_lazy("ogni modifica a un torneo ha il suo autore"),
        ORGANISERS,
        gettext_lazy("come la storia: finché vuole il circolo"),
    ),
}

NOT_OF_PEOPLE = {
    "auth.Permission": "of Django's, never used",
    "auth.Group": "of Django's, never used",
    "contenttypes.ContentType": "the names of the tables",
    "axes.AccessLog": "nothing is written to it: AXES_DISABLE_ACCESS_LOG",
    "axes.AccessAttemptExpiration": "nothing is written to it: AXES_USE_ATTEMPT_EXPIRATION is off",
    "accounts.Club": "of the club",
    "accounts.ClubLogo": "of the club",
    "accounts.SiteKey": "of the site",
    "events.Event": "of the event; its prizes have players by number only",
    "players.RosterVersion": "of the club",
    "rounds.Screen": "what the projectors of an event show",
    "events.SignUpSettings": "of the event",
    "events.Preset": "of the club",
    "events.Stage": "players by number only",
    "django_tasks_database.DBTaskResult": "jobs by number only",
    "mail.Delivery": "addresses by number only",
    "exchange.LoadedList": "of a rating list as a whole",
    "events.RequestKey": "random keys",
    "publishing.CarriedOut": "random keys",
    "publishing.Destination": "of the club",
    "publishing.Outbox": "of the event",
    "publishing.ReceivedEvent": "of the event",
    "publishing.Sending": "random keys",
    "rounds.Round": "players by number only",
    "rounds.Table": "players by number only",
    "rounds.EndOfGame": "players by number only",
    "season.Circuit": "players by number only",
    "season.CircuitEvent": "of the event",
    "season.ClubPages": "of the club",
    "season.ClubRatings": "players by number only",
    "season.EventRecord": "players by number only",
    "season.EventTag": "of the event",
}


def stored() -> list[Stored]:
    """Every table in which there is anything of people, with its columns of today."""
    return [Stored(label_of(model), purpose, columns_of(model)) for model, purpose in _purposes()]


def undescribed() -> list[str]:
    """The tables of which nothing is said yet."""
    said = {*PURPOSES, *NOT_OF_PEOPLE, *(label_of(model) for model in history_models().values())}
    return sorted({label_of(model) for model in tables()} - said)


def tables() -> Iterator[type[Model]]:
    """The models that have a table of their own."""
    return (model for model in apps.get_models() if model._meta.managed and not model._meta.proxy)


def label_of(model: type[Model]) -> str:
    return model._meta.label


def columns_of(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _purposes() -> Iterator[tuple[type[Model], Purpose]]:
    for label, purpose in PURPOSES.items():
        yield apps.get_model(label), purpose
    for tracked, history in history_models().items():
        known = PURPOSES.get(label_of(tracked))
        if known:
            yield (
                history,
                Purpose(
                    _("Storia: %(what)s") % {"what": known.title},
                    gettext_lazy("ogni versione, per sapere chi ha cambiato che cosa e quando"),
                    ORGANISERS,
                    gettext_lazy("finché vuole il circolo"),
                ),
            )
