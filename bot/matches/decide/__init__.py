"""What follows from a command: events, or a refusal the player can read.

Pure: the time and the dice come in as arguments. Every refusal says what and why.
"""

from datetime import datetime
from random import Random
from typing import assert_never

from bot.matches.clock.changes import History
from bot.matches.commands import (
    Accept,
    Announce,
    AnswerDraw,
    AnswerReplacement,
    AnswerTakeback,
    AnswerTime,
    AskReplacement,
    AskTime,
    Begin,
    CallOff,
    Claim,
    Command,
    Decline,
    GiveTime,
    Hold,
    OfferDraw,
    Play,
    Resign,
    SayReady,
    TakeBack,
    Tick,
    Withdraw,
    WithdrawReplacement,
)
from bot.matches.decide.abandoning import decide_abandon
from bot.matches.decide.answers import decide_accept, decide_begin, decide_decline, decide_withdraw
from bot.matches.decide.consent import decide_answer_time, decide_ask_time, decide_give_time
from bot.matches.decide.endings import leave
from bot.matches.decide.muster import decide_close, decide_ready
from bot.matches.decide.playing import (
    decide_answer_draw,
    decide_call_off,
    decide_offer_draw,
    decide_play,
)
from bot.matches.decide.replacing import (
    decide_answer_replacement,
    decide_ask_replacement,
    decide_replacement_expiry,
    decide_withdraw_replacement,
)
from bot.matches.decide.takebacks import decide_answer_takeback, decide_take_back
from bot.matches.decide.timing import decide_announce, decide_claim, decide_hold, decide_pass_time
from bot.matches.events import Event
from bot.matches.match import Match
from bot.matches.records import Status
from bot.matches.standing import require_seat


def decide(
    match: Match, command: Command, now: datetime, chance: Random, history: History = ()
) -> list[Event]:
    """The events that follow from the command. Raises PlayerError with a sentence.

    `history` are the calendars of whoever is to move: their clock stands by them.
    """
    match command:
        case Accept() | Decline() | Withdraw() | Begin() | SayReady():
            return _answered(match, command, now, chance)
        case Play(person_id, text):
            return decide_play(match, person_id, text, now, history)
        case Resign(person_id):
            return leave(match, require_seat(match, person_id))
        case CallOff(person_id):
            return decide_call_off(match, person_id)
        case OfferDraw() | AnswerDraw() | AskTime() | AnswerTime() | GiveTime():
            return _agreed(match, command, now, history)
        case TakeBack() | AnswerTakeback():
            return _takeback(match, command)
        case AskReplacement() | AnswerReplacement() | WithdrawReplacement():
            return _replacing(match, command, now)
        case Claim() | Tick() | Hold() | Announce():
            return _timed(match, command, now, history)
        case _:
            assert_never(command)


def _answered(
    match: Match,
    command: Accept | Decline | Withdraw | Begin | SayReady,
    now: datetime,
    chance: Random,
) -> list[Event]:
    match command:
        case Accept(person):
            return decide_accept(match, person, now, chance)
        case Decline(person):
            return decide_decline(match, person, now, chance)
        case Withdraw(person, manager):
            return decide_withdraw(match, person, manager)
        case Begin(person):
            return decide_begin(match, person, now, chance)
        case SayReady(person_id):
            return decide_ready(match, person_id, now, chance)
        case _:
            assert_never(command)


def _agreed(
    match: Match,
    command: OfferDraw | AnswerDraw | AskTime | AnswerTime | GiveTime,
    now: datetime,
    history: History,
) -> list[Event]:
    match command:
        case OfferDraw(person_id):
            return decide_offer_draw(match, person_id)
        case AnswerDraw(person_id, yes):
            return decide_answer_draw(match, person_id, yes)
        case AskTime(person_id, hours):
            return decide_ask_time(match, person_id, hours)
        case AnswerTime(person_id, yes):
            return decide_answer_time(match, person_id, yes, now, history)
        case GiveTime(person_id, hours):
            return decide_give_time(match, person_id, hours, now, history)
        case _:
            assert_never(command)


def _takeback(match: Match, command: TakeBack | AnswerTakeback) -> list[Event]:
    match command:
        case TakeBack(person_id, free):
            return decide_take_back(match, person_id, free)
        case AnswerTakeback(person_id, yes):
            return decide_answer_takeback(match, person_id, yes)
        case _:
            assert_never(command)


def _replacing(
    match: Match, command: AskReplacement | AnswerReplacement | WithdrawReplacement, now: datetime
) -> list[Event]:
    match command:
        case AskReplacement():
            return decide_ask_replacement(match, command, now)
        case AnswerReplacement():
            return decide_answer_replacement(match, command, now)
        case WithdrawReplacement():
            return decide_withdraw_replacement(match, command, now)
        case _:
            assert_never(command)


def _timed(
    match: Match, command: Claim | Tick | Hold | Announce, now: datetime, history: History
) -> list[Event]:
    match command:
        case Claim(person_id):
            return decide_claim(match, person_id, now, history)
        case Tick():
            if match.status is Status.INVITED:
                return decide_close(match, now)
            # One thing at a time: each has a post of its own, and the clock asks again.
            return (
                decide_replacement_expiry(match, now)
                or decide_pass_time(match, now, history)
                or decide_abandon(match, now)
            )
        case Hold(seq):
            return decide_hold(match, seq)
        case Announce(seq, said_at):
            return decide_announce(match, seq, said_at)
        case _:
            assert_never(command)
