"""What Django needs of ours: middleware, addresses, files that the browser fetches."""
