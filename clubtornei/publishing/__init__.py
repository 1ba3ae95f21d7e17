"""Events of a club's laptop on a server of the Internet, which is another ClubTornei.

On the laptop: `publication.py` says what is sent, `server_exchange.py` sends it and does what visitors of the
server asked for. On the server: `receiving.py` takes what a laptop sends, `loading.py`
writes it down. Both: `protocol.py`, what is sent and answered; `transport.py`, how.
"""
