"""`bumpbot table` whose buttons and menus say everything in words, as before its pieces are drawn:
what a script presses has the same name from the first moment on."""

import sys

from bot.__main__ import main
from bot.table import serve

if __name__ == "__main__":
    serve.PAUSE = None
    sys.exit(main())
