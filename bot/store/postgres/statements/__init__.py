"""What PostgreSQL says in another way than SQLite, by the statement of SQLite."""

from bot.store.postgres.statements import matches, notices, outbox, people

IN_OTHER_WORDS = {
    **matches.IN_OTHER_WORDS,
    **notices.IN_OTHER_WORDS,
    **outbox.IN_OTHER_WORDS,
    **people.IN_OTHER_WORDS,
}
