"""Who follows which match."""
