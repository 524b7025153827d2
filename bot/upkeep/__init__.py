"""Long-term care of a running bot: stopping, backups and checks."""
