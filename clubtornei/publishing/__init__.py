"""Events of a club's laptop on a server of the Internet, which is another ClubTornei.

On the laptop: `publication.py` says what is sent, `sending.py` sends it, `carrying_out.py` does what visitors
of the server asked for. On the server: `receiving.py` takes what a laptop sends, `loading.py` writes it down.
Both: `records.py`, what is sent and answered; `transport.py`, how.
"""
