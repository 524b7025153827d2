"""What people, and the clock, can ask of a match. Each command says who asks, and decides what
follows."""

from bot.model.decide import Command as Command
from bot.model.decide.answers import AnswerRequest as AnswerRequest
from bot.model.decide.answers import WithdrawReplacement as WithdrawReplacement
from bot.model.decide.consent import AskTime as AskTime
from bot.model.decide.consent import GiveTime as GiveTime
from bot.model.decide.consent import OfferDraw as OfferDraw
from bot.model.decide.consent import TakeBack as TakeBack
from bot.model.decide.muster import Accept as Accept
from bot.model.decide.muster import Begin as Begin
from bot.model.decide.muster import Decline as Decline
from bot.model.decide.muster import SayReady as SayReady
from bot.model.decide.muster import Withdraw as Withdraw
from bot.model.decide.playing import Adjudicate as Adjudicate
from bot.model.decide.playing import CallOff as CallOff
from bot.model.decide.playing import ClaimProven as ClaimProven
from bot.model.decide.playing import CompareBanks as CompareBanks
from bot.model.decide.playing import Play as Play
from bot.model.decide.playing import Resign as Resign
from bot.model.decide.playing import ShareCutShort as ShareCutShort
from bot.model.decide.playing import Tick as Tick
from bot.model.decide.replacing import AskReplacement as AskReplacement
from bot.model.decide.timing import Announce as Announce
from bot.model.decide.timing import Claim as Claim
from bot.model.decide.timing import Hold as Hold
from bot.model.decide.timing import NoteMember as NoteMember
