"""Who is asked to play, and by whom: blocks, standing challenges, the lobby of a channel."""
