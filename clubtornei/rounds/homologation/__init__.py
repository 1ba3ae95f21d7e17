"""What federations ask for rating a tournament: what is missing, and the report files."""
