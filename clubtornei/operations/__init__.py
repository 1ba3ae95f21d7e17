"""What those who run the site look at: the log of requests, the metrics, and security.txt."""
