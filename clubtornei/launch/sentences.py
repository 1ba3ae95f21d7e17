"""The launcher's messages at the terminal, in Italian and in English.

The first of them are printed before anything is installed: hence a table, and not Django's translations.
"""

import os

SENTENCES = {
    "making_environment": (
        "Preparo l’ambiente di Python in .venv …",
        "Creating the Python environment in .venv …",
    ),
    "no_venv": (
        "Questo Python non sa creare ambienti virtuali. Lo si rimedia con:\n    {command}",
        "This Python cannot create virtual environments. To fix that:\n    {command}",
    ),
    "installing": (
        "Installo i pacchetti di {lock} (solo la prima volta, o quando cambiano) …",
        "Installing the packages in {lock} (the first time, and when they change) …",
    ),
    "install_failed": (
        "Installazione non riuscita: il motivo è qui sopra. Con la rete, basta ripetere il comando.",
        "Installation failed: the reason is above. With a network connection, run the command again.",
    ),
    "installing_system": (
        "Installo con apt: {packages} …",
        "Installing with apt: {packages} …",
    ),
    "no_pango": (
        "Manca Pango: il sito funziona, ma senza fogli in PDF. Lo si installa con:\n    {command}",
        "Pango is missing: the site works, but without PDF sheets. To install it:\n    {command}",
    ),
    "pango_needed": (
        "Manca Pango, e senza non si provano i fogli in PDF. Lo si installa con:\n    {command}",
        "Pango is missing, and PDF sheets cannot be tested without it. To install it:\n    {command}",
    ),
    "chromium_needed": (
        "Manca Chromium, e senza non si prova il sito in un browser. Lo si installa con:\n    {command}",
        "Chromium is missing, and browser tests need it. To install it:\n    {command}",
    ),
    "already_running": (
        "ClubTornei è già avviato da questa cartella: {address}",
        "ClubTornei is already running from this folder: {address}",
    ),
    "just_starting": (
        "ClubTornei si sta già avviando da questa cartella, o vi si copiano i dati.",
        "ClubTornei is already starting from this folder, or its data is being copied.",
    ),
    "not_ours": (
        "{path} è di un altro utente: avvia ClubTornei come la prima volta, o cambia il proprietario.",
        "{path} belongs to another user: start ClubTornei as you did the first time, or change its owner.",
    ),
    "starting_postgres": (
        "Avvio la base di dati …",
        "Starting the database …",
    ),
    "postgres_unavailable": (
        "La base di dati non parte. {reason}\n"
        "Con un proprio server PostgreSQL: DATABASE_URL=postgres://utente:password@host/nome make run",
        "The database did not start. {reason}\n"
        "To use your own PostgreSQL server: DATABASE_URL=postgres://user:password@host/name make run",
    ),
    "moving": (
        "I dati passano, una volta sola, a una base di dati in cui il sito può meno: dura quanto una copia …",
        "The data moves, once, to a database where the site has less power: it takes as long as a backup …",
    ),
    "preparing": (
        "Preparo tabelle e pagine …",
        "Preparing tables and pages …",
    ),
    "setup_code": (
        "Il tuo circolo non c’è ancora. Per crearlo il sito chiede questo codice:",
        "You have no club of your own yet. To create it, the site asks for this code:",
    ),
    "prepare_failed": (
        "La preparazione non è riuscita: il motivo è scritto qui sopra.",
        "Preparation failed: the reason is above.",
    ),
    "not_backed_up": (
        "La copia prima dell’aggiornamento non è riuscita (il motivo è qui sopra), e senza non si aggiorna:\n"
        "i dati sono rimasti com’erano. Di solito il disco è pieno: fa’ posto e ripeti il comando.\n"
        "Per aggiornare anche senza copia, aggiungi {option}.",
        "The backup before the upgrade failed (the reason is above), and nothing is upgraded without one:\n"
        "the data has not changed. Usually the disk is full: free some space and run the command again.\n"
        "To upgrade without a backup, add {option}.",
    ),
    "waiting_for_schema": (
        "Un’altra macchina aggiorna le tabelle, o si fa una copia: aspetto …",
        "Another machine is upgrading the tables, or a backup is being made: waiting …",
    ),
    "tables_in_use": (
        "Le tabelle non si aggiornano: un programma ne tiene bloccata una da troppo tempo. Il sito di prima\n"
        "va avanti. Guarda in pg_stat_activity chi è, poi ripeti.",
        "The tables could not be upgraded: a program has kept one of them locked for too long. The site\n"
        "goes on as before. Look in pg_stat_activity for which one, then try again.",
    ),
    "archive_too_old": (
        "L’archivio di PostgreSQL (WAL) manca, o è fermo da più di un’ora: senza, nulla rimedia a un\n"
        "aggiornamento andato male. I dati sono rimasti com’erano. Fallo ripartire (docs/it/server.md), poi\n"
        "ripeti; per aggiornare anche senza, aggiungi {option}.",
        "PostgreSQL’s archive (WAL) is missing, or stuck for more than an hour: without it nothing takes\n"
        "back an upgrade that went wrong. The data has not changed. Start it again (docs/en/deploy.md),\n"
        "then try again; to upgrade without it, add {option}.",
    ),
    "another_key": (
        "Le altre macchine su questa base di dati firmano con un’altra SECRET_KEY: questa butterebbe\n"
        "fuori chi è entrato di là. Imposta qui la stessa. Cambiata su tutte? Aggiungi {option} una volta.",
        "The other machines on this database sign with another SECRET_KEY: this one would throw out whoever\n"
        "signed in there. Set the same one here. If you have changed it on all of them, add {option} once.",
    ),
    "between_versions": (
        "I dati sono di prima della 0.2.0, o di un aggiornamento rimasto a metà, e non sono stati toccati:\n"
        "avvia una volta la versione 0.2.0, che lo finisce, poi ripeti.",
        "The data is from before 0.2.0, or an upgrade stopped halfway, and has not changed: start version\n"
        "0.2.0 once, which finishes it, then try again.",
    ),
    "port_taken": (
        "La porta {wanted} è occupata: uso la {port}.",
        "Port {wanted} is in use: using {port} instead.",
    ),
    "no_port": (
        "Nessuna porta libera da {first} a {last}.",
        "No free port from {first} to {last}.",
    ),
    "bad_port": (
        "PORT={value} non è un numero di porta.",
        "PORT={value} is not a port number.",
    ),
    "bad_number": (
        "{variable}={value} non è un numero di processi: da 1 a {most}.",
        "{variable}={value} is not a number of processes: from 1 to {most}.",
    ),
    "server_failed": (
        "Il sito non è partito: il motivo è scritto qui sopra.",
        "The site did not start: the reason is above.",
    ),
    "ready": (
        "\nClubTornei è pronto:\n\n    {address}\n",
        "\nClubTornei is ready:\n\n    {address}\n",
    ),
    "starting": (
        "ClubTornei: {address} — il codice per creare il primo circolo lo stampa: {command}",
        "ClubTornei: {address} — the code for creating the first club is printed by: {command}",
    ),
    "serving": (
        "Il sito risponde all’indirizzo {host}, porta {port}.",
        "The site answers at {host}, port {port}.",
    ),
    "make_club": (
        "Il tuo circolo non c’è ancora. Si crea qui; se la pagina chiede il codice, è {code}:\n\n"
        "    {address}\n",
        "You have no club of your own yet. Make it here; should the page ask for the code, it is {code}:\n\n"
        "    {address}\n",
    ),
    "on_phones": (
        "Dai telefoni nella stessa rete:\n\n{addresses}\n",
        "From phones on the same network:\n\n{addresses}\n",
    ),
    "no_network": (
        "Nessuna rete: i telefoni non possono raggiungere questo computer.\n",
        "No network: phones cannot reach this computer.\n",
    ),
    "demo": (
        "Per provare, il circolo dimostrativo:\n\n    utente    {user}\n    password  {password}\n\n"
        "La password non verrà più mostrata; resta in {path}.\n",
        "To try it out, the demo club:\n\n    user      {user}\n    password  {password}\n\n"
        "The password will not be shown again; it is kept in {path}.\n",
    ),
    "how_to_stop": (
        "Per fermare tutto: Ctrl-C.",
        "Press Ctrl-C to stop everything.",
    ),
    "stopping": (
        "\nFermo tutto …",
        "\nStopping everything …",
    ),
    "stopped": (
        "Fermato. I dati sono al sicuro in {place}.",
        "Stopped. The data is safe in {place}.",
    ),
    "died": (
        "Si è fermato da sé: {what}. Lo faccio ripartire …",
        "Stopped unexpectedly: {what}. Restarting …",
    ),
    "again": (
        "{what} lavora di nuovo: ciò che era confermato c’è.",
        "{what} is running again: everything that was confirmed is there.",
    ),
    "not_yet": (
        "Non parte ancora: {what}. Riprovo fra {seconds:.0f} secondi; i dati restano dove sono. {reason}",
        "Not starting yet: {what}. Trying again in {seconds:.0f} seconds; the data is safe. {reason}",
    ),
    "pausing": (
        "Si ripristina una copia, o si aggiorna: il sito è fermo per un momento …",
        "A backup is being restored, or an update installed: the site is down for a moment …",
    ),
    "resumed": (
        "Il sito risponde di nuovo.",
        "The site is back.",
    ),
    "no_database_url": (
        "Manca DATABASE_URL: su un server la base di dati si indica. Per il portatile c’è make run.",
        "DATABASE_URL is missing: on a server it must name the database. On a laptop, use make run.",
    ),
    "update_plan": (
        "ClubTornei si aggiorna:\n"
        "    1. una copia di sicurezza di ciò che c’è\n"
        "    2. il programma nuovo: git pull ({commits} novità, da {old} a {new})\n"
        "    3. i pacchetti che gli servono\n"
        "    4. le tabelle portate alla forma nuova; intanto il sito è fermo\n"
        "    5. {restart}\n"
        "Se qualcosa non riesce, il programma torna quello di prima.",
        "Updating ClubTornei:\n"
        "    1. a backup of the current data\n"
        "    2. the new program: git pull ({commits} changes, from {old} to {new})\n"
        "    3. the packages it needs\n"
        "    4. the tables are upgraded, while the site is down\n"
        "    5. {restart}\n"
        "If anything fails, the program goes back to what it was.",
    ),
    "update_plan_server": (
        "ClubTornei si aggiorna:\n"
        "    1. il programma nuovo: git pull ({commits} novità, da {old} a {new})\n"
        "    2. i pacchetti che gli servono\n"
        "    3. le tabelle portate alla forma nuova, mentre il sito di prima risponde\n"
        "    4. {restart}\n"
        "Se qualcosa non riesce, il programma torna quello di prima e il sito va avanti.",
        "Updating ClubTornei:\n"
        "    1. the new program: git pull ({commits} changes, from {old} to {new})\n"
        "    2. the packages it needs\n"
        "    3. the tables are upgraded, while the old site answers\n"
        "    4. {restart}\n"
        "If anything fails, the program goes back to what it was, and the site goes on.",
    ),
    "restart_run": (
        "il sito di questa cartella riparte da sé",
        "the site in this folder restarts by itself",
    ),
    "restart_service": (
        "il servizio {service} riparte",
        "the service {service} is restarted",
    ),
    "restart_none": (
        "il sito non è avviato",
        "the site is not running",
    ),
    "go_on": (
        "Procedo? Scrivi sì (Invio: no): ",
        "Continue? Type yes (Enter: no): ",
    ),
    "say_yes_update": (
        "Nessuno può rispondere: per aggiornare senza domande, YES=1. Nulla è cambiato.",
        "There is nobody to answer: YES=1 updates without asking. Nothing has changed.",
    ),
    "newest": (
        "È già la versione più nuova: {old}.",
        "This is already the newest version: {old}.",
    ),
    "no_git": (
        "Questa cartella non segue un deposito git: si aggiorna copiandovi la versione nuova.",
        "This folder is not a git repository: to update it, copy the new version into it.",
    ),
    "own_changes": (
        "Il programma è stato modificato qui:\n{changes}\n"
        "Metti da parte le modifiche (git stash), poi ripeti.",
        "The program has been changed here:\n{changes}\nSet the changes aside (git stash), then try again.",
    ),
    "no_fetch": (
        "Non trovo la versione nuova. Con la rete, ripeti il comando. {reason}",
        "Cannot get the new version. With a network connection, run the command again. {reason}",
    ),
    "gone_apart": (
        "Il programma di qui e quello nuovo sono andati per strade diverse: git pull --ff-only non riesce.",
        "The program here and the new version have diverged: git pull --ff-only fails.",
    ),
    "updated": (
        "Aggiornato: da {old} a {new}.",
        "Updated from {old} to {new}.",
    ),
    "update_failed": (
        "L’aggiornamento non è riuscito, il programma è di nuovo {old}.\n"
        "Se il sito non è come prima, si ripristina la copia: make restore FILE={backup}",
        "The update failed; the program is back at {old}.\n"
        "If the site is not as it was, restore the backup: make restore FILE={backup}",
    ),
    "update_failed_server": (
        "L’aggiornamento non è riuscito, il programma è di nuovo {old} e il sito va avanti.",
        "The update failed; the program is back at {old}, and the site goes on.",
    ),
    "service_failed": (
        "systemctl {verb} {service} non riesce: ripeti come root.",
        "systemctl {verb} {service} failed: try again as root.",
    ),
    "backed_up": (
        "Copia fatta e riletta: {path} ({size})",
        "Backed up and verified: {path} ({size})",
    ),
    "with_key": (
        "Contiene anche la chiave con cui il sito firma: tienila dove nessun altro può leggerla.",
        "It also contains the key with which the site signs: keep it where nobody else can read it.",
    ),
    "without_key": (
        "La chiave con cui il sito firma non c’è (con: make backup KEY=1). Su un altro computer, senza,\n"
        "i giocatori devono aggiungere di nuovo il loro calendario; i codici QR già stampati valgono ancora.",
        "It does not contain the key with which the site signs (for that: make backup KEY=1). On another\n"
        "computer, without the key, players must add their calendars again; printed QR codes stay valid.",
    ),
    "nothing_to_back_up": (
        "Non c’è ancora nulla da copiare: il sito non è mai stato avviato qui.",
        "Nothing to back up yet: the site has never been started here.",
    ),
    "backup_failed": (
        "La copia non è riuscita. {reason}",
        "The backup failed. {reason}",
    ),
    "restore_failed": (
        "Il ripristino non è riuscito, i dati sono quelli di prima. {reason}",
        "The restore failed; the data has not changed. {reason}",
    ),
    "elsewhere": (
        "Il sito è in funzione con un’altra base di dati, o si sta avviando: ripeti fra poco, oppure da’\n"
        "anche qui la stessa DATABASE_URL.",
        "The site is running with another database, or is just starting: try again in a moment, or set\n"
        "the same DATABASE_URL here.",
    ),
    "restoring_already": (
        "Si sta già ripristinando una copia.",
        "A backup is already being restored.",
    ),
    "others_connected": (
        "Altri programmi usano la base di dati ({number}): fermali, poi ripeti. Nulla è cambiato.",
        "Other programs are using the database ({number}): stop them, then try again. Nothing has changed.",
    ),
    "would_restore": (
        "{path}\n    del {made}: {holds}",
        "{path}\n    from {made}: {holds}",
    ),
    "would_replace": (
        "Prende il posto di tutto ciò che c’è ora:\n    {holds}\n"
        "Di ciò che c’è ora si fa prima una copia. Dopo, tutti devono accedere di nuovo,\n"
        "e le liste dei punteggi si caricano di nuovo.",
        "It replaces everything there is now:\n    {holds}\n"
        "The current data is backed up first. Afterwards everybody must sign in again,\n"
        "and rating lists must be loaded again.",
    ),
    "holdings": (
        "circoli {clubs}, organizzatori {members}, giocatori {players}, tornei {events}, turni {rounds},\n"
        "    risultati inseriti {results}",
        "clubs {clubs}, organisers {members}, players {players}, tournaments {events}, rounds {rounds},\n"
        "    results entered {results}",
    ),
    "sure": (
        "Ripristinare? Scrivi sì (Invio: no): ",
        "Restore? Type yes (Enter: no): ",
    ),
    "say_yes": (
        "Nessuno può rispondere: per ripristinare senza domande, YES=1 (o --yes). Nulla è cambiato.",
        "There is nobody to answer: YES=1 (or --yes) restores without asking. Nothing has changed.",
    ),
    "not_restored": (
        "Nulla è cambiato.",
        "Nothing has changed.",
    ),
    "kept": (
        "Ciò che c’era è in {path}: per tornarci, make restore FILE={path}",
        "The previous data is in {path}: to go back to it, make restore FILE={path}",
    ),
    "restoring": (
        "Ripristino: di solito basta mezzo minuto. Intanto il sito non risponde …",
        "Restoring: this usually takes less than half a minute, while the site is down …",
    ),
    "restored": (
        "Ripristinato: {path}\nUn sito avviato risponde di nuovo fra pochi secondi.",
        "Restored: {path}\nA running site will be back within seconds.",
    ),
    "left_out": (
        "Il programma non ha queste tabelle della copia, e le ha tralasciate: {tables}",
        "The program has no such tables as these of the backup, and left them out: {tables}",
    ),
    "newer": (
        "La copia è di una versione più nuova del programma ({migration}): aggiornalo, poi ripeti.",
        "The backup was made by a newer version of the program ({migration}): update it, then try again.",
    ),
    "which_file": (
        "Quale copia? Il suo nome va in FILE, per esempio: make restore FILE=var/backups/…\n{known}",
        "Which backup? Give its name in FILE, for example: make restore FILE=var/backups/…\n{known}",
    ),
    "no_such_file": (
        "La copia {wanted} non c’è. Ci sono queste:\n{known}",
        "There is no backup {wanted}. Available:\n{known}",
    ),
    "no_backups": (
        "    (nessuna copia in var/backups)",
        "    (no backups in var/backups)",
    ),
}


def sentence(name: str, **facts: object) -> str:
    """The sentence `name` with its facts, in Italian unless the environment names another language."""
    return SENTENCES[name][0 if in_italian() else 1].format_map(facts)


def in_italian() -> bool:
    """Whether the environment's language is Italian or not set."""
    language = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "C"
    )
    return language.partition(".")[0].partition("_")[0] in {"it", "C", "POSIX"}
