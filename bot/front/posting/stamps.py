"""By what the message of a post is known again: the number below it, and what Discord remembers."""

from datetime import datetime

from bot.model.records import Post


def stamp(post: Post) -> str:
    """The end of the small print below a post."""
    return f" · post {post.id}"


def nonce(post: Post, at: datetime) -> str:
    """What Discord knows repeated sends of one post by: the same on every try, 25 characters at
    most, and different in another database that counts its posts alike."""
    return f"{post.id}.{int(at.timestamp())}"[:25]
