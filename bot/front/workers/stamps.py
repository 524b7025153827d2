"""The number below every post, by which its message is known again."""

import re

from bot.matches.records import Post

STAMPED = re.compile(r"^-# .* · post (\d+)$", re.MULTILINE)


def stamp(post: Post) -> str:
    """The end of the small print below a post."""
    return f" · post {post.id}"
