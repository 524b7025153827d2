"""The people of the tests, their seats and where they play. Ada asks and begins, unless a test says
otherwise."""

from bot.model.events import Person
from bot.model.records import ChannelId, GuildId, PersonId, seats_of

ADA, GRACE = Person(PersonId(1), "Ada"), Person(PersonId(2), "Grace")
LINUS, EDSGER = Person(PersonId(3), "Linus"), Person(PersonId(4), "Edsger")
MARGARET, ROBOT = Person(PersonId(5), "Margaret"), Person(PersonId(99), "Bumpbot")

FIRST, SECOND, THIRD = seats_of(3)
CHANNEL, GUILD = ChannelId(7), GuildId(70)
