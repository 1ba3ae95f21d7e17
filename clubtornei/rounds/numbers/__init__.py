"""The order numbers of the players: announced, drawn or typed in, and cancelled."""
