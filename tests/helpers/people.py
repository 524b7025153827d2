"""The people of the tests. Ada asks and begins, unless a test says otherwise."""

from bot.model.events import Person

ADA, GRACE, LINUS = Person(1, "Ada"), Person(2, "Grace"), Person(3, "Linus")
EDSGER, MARGARET = Person(4, "Edsger"), Person(5, "Margaret")
ROBOT = Person(99, "Bumpbot")
