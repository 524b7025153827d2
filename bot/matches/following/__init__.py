"""Following matches of others, and what people note about a match for themselves."""
