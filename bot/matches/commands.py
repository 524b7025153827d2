"""What people, and the clock, can ask of a match. Each says who asks, and decides what follows."""

from bot.matches.decide.answers import Accept as Accept
from bot.matches.decide.answers import Begin as Begin
from bot.matches.decide.answers import Decline as Decline
from bot.matches.decide.answers import Withdraw as Withdraw
from bot.matches.decide.base import Command as Command
from bot.matches.decide.consent import AnswerTime as AnswerTime
from bot.matches.decide.consent import AskTime as AskTime
from bot.matches.decide.consent import GiveTime as GiveTime
from bot.matches.decide.muster import SayReady as SayReady
from bot.matches.decide.playing import AnswerDraw as AnswerDraw
from bot.matches.decide.playing import CallOff as CallOff
from bot.matches.decide.playing import OfferDraw as OfferDraw
from bot.matches.decide.playing import Play as Play
from bot.matches.decide.playing import Resign as Resign
from bot.matches.decide.replacing import AnswerReplacement as AnswerReplacement
from bot.matches.decide.replacing import AskReplacement as AskReplacement
from bot.matches.decide.replacing import WithdrawReplacement as WithdrawReplacement
from bot.matches.decide.takebacks import AnswerTakeback as AnswerTakeback
from bot.matches.decide.takebacks import TakeBack as TakeBack
from bot.matches.decide.tick import Tick as Tick
from bot.matches.decide.timing import Announce as Announce
from bot.matches.decide.timing import Claim as Claim
from bot.matches.decide.timing import Hold as Hold
