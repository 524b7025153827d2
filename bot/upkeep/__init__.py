"""What keeps a bot well that runs for years: being stopped, backed up and looked over."""
