"""The text and pictures of a post's message, and its place."""

from asyncio import gather
from dataclasses import replace
from functools import partial

import discord
from discord.utils import DEFAULT_FILE_SIZE_LIMIT_BYTES

from bot.front.board import animations, pictures
from bot.front.board.lines import before_claim, line_files
from bot.front.board.part_of import about_pair, other_link, part_of, unserved
from bot.front.board.preferences import posted_view
from bot.front.clock import utcnow
from bot.front.discord import permissions
from bot.front.discord.context import Client
from bot.front.discord.markdown import clip, mention
from bot.front.picker import phone
from bot.front.posting.outgoing import Outgoing, Place, Reading, buttons_of
from bot.front.posting.place_worker import PlaceWorker
from bot.front.text.parts import PostContent, above_small_print
from bot.front.text.posts import OF_MOVES, calling_only, past_post
from bot.front.text.profiles import about_challenge, with_lesson
from bot.front.text.ratings import about_rated
from bot.front.text.results import ended_early, missed_line
from bot.front.text.stretches import content_in_stretch, turn_numbers
from bot.front.text.turns import REPLAY, move_line, opening_line, past_board, successions_after
from bot.front.ui.answers_only import NOTE, AnswerPlace, PublicAnswers, answers_only, home_of
from bot.model.match import Match, Ply
from bot.model.notices.holding import is_overtaken, uncalled
from bot.model.places import FastStretch, State, led_to, may_play_on, plies_of, where
from bot.model.post_kinds import PostKind
from bot.model.privacy.owner import Excluded
from bot.model.records import NO_EVENT, Post, Seq
from bot.model.requests import DRAW

LONGEST_BEFORE = 500  # Characters for each move before the last one.

NO_FILES = "*I may not attach files here, so there is no picture: I lack **Attach Files**.*"


class Composer:
    def __init__(self, client: Client, places: PlaceWorker, answers: PublicAnswers) -> None:
        self._client = client
        self._places = places
        self._answers = answers

    async def placed(self, post: Post, match: Match, reading: Reading) -> Outgoing:
        """The reader-independent text of a post, and its place: they identify its message."""
        return await self._placed(post, match, reading, await self.stretch(post, match, reading))

    async def _placed(
        self,
        post: Post,
        match: Match,
        reading: Reading,
        stretch: FastStretch | None,
        about: str = "",
    ) -> Outgoing:
        whole = content_in_stretch(post, match, stretch, about, reading.is_terse)
        place, note = await self.place(post, match, reading)
        return Outgoing(post, match, reading, whole, place, note=note)

    async def outgoing(
        self, post: Post, match: Match, reading: Reading, *, again: bool = False
    ) -> Outgoing:
        """The post as it is sent now. `again`: it replaces a lost message, with its mentions."""
        terse, stretch = reading.is_terse, await self.stretch(post, match, reading)
        host = post.kind is PostKind.CHALLENGE and not again
        about = await about_challenge(self._client, match) if host else ""
        placed = await self._placed(post, match, reading, stretch, about)
        whole, place = placed.content, placed.place
        before, unposted = await self._before(post, match, terse)
        if again:
            return replace(placed, content=_behind(before, whole), unposted=unposted)
        turns = _turns_of(stretch, match) if post.kind is not PostKind.TURN else None
        if is_overtaken(post, match, reading.match):
            # It comes late: the match has gone on, so nobody is called and there are no buttons.
            content = calling_only(whole, post.kind, match, ())
            kept = content.board and not reading.is_living and not post.kind.asks_in_play
            shown = bool(turns) or kept
            if stretch is None:
                content = _as_past(post, match, reading, content)
            content = replace(_behind(before, content), buttons=(), board=shown)
            return replace(placed, content=content, turns=turns)
        bots = {self._client.user.id} if self._client.user else set()
        people = frozenset(whole.pings) - bots - uncalled(post.kind, match)
        owner = self._client.service.owner
        people = frozenset(p for p in people if not owner.is_excluded(Excluded.PERSON, p))
        notices = self._client.service.notices
        called = await notices.called_by(post.kind.call, people, reading.found, reading.match)
        if self._is_own_word(post, match):
            others = {p: r for p, r in called.readers.items() if p not in called.pinged}
            called = replace(called, pinged=frozenset(), readers=others)
        content = calling_only(whole, post.kind, match, called.pinged)
        changes = isinstance(place, AnswerPlace) or (stretch is not None and stretch.is_open)
        if post.kind is PostKind.TURN and not changes:
            content = self.with_offer(content, match)
        if host:
            content = await with_lesson(self._client, match, content)
        if post.kind is PostKind.END:
            content = await self._with_missed(match, content)
            content = above_small_print(content, await about_rated(self._client, match))
        if post.kind in (PostKind.END, PostKind.RESULT):
            content = above_small_print(content, await about_pair(self._client, match))
        elif content.board:
            other, whole_of = await gather(
                other_link(self._client, match), part_of(self._client, match)
            )
            link = f"the other: {other}" if other else ""
            away = unserved(self._client, match)
            content = _in_small_print(content, link, whole_of, away)
        content = _behind(before, content)
        return replace(placed, content=content, called=called, turns=turns, unposted=unposted)

    def _is_own_word(self, post: Post, match: Match) -> bool:
        # Whether the bot offers a draw, which it does after its move: the board has just called
        # those whom it asks. Or declines one, while the player who offered it is looking.
        robot = self._client.user.id if self._client.user else None
        offer = match.requests.draw
        acted = [no.by for no in match.declined_in_turn(DRAW)[-1:]] + [offer and offer.by.id]
        return post.kind is PostKind.NOTICE and robot is not None and robot in acted

    async def place(self, post: Post, match: Match, reading: Reading) -> tuple[Place, str]:
        """Where the post goes, and its note about that."""
        home = await home_of(self._client, self._answers, match)
        if isinstance(home, AnswerPlace):
            begins = post.kind is PostKind.TURN and not match.plies
            return home, NOTE if begins or post.kind.traits.before_play else ""
        place = await self._places.settled(reading.place)
        if post.kind is PostKind.RESULT:
            return home, f"All of it: <#{place.thread}>"
        found = where(place, match.channel)
        if post.kind is PostKind.STRETCH and place.state is State.CLOSING and place.thread:
            found = place.thread
        note = place.note if found == match.channel else ""
        return self._client.get_partial_messageable(found), note

    async def stretch(self, post: Post, match: Match, reading: Reading) -> FastStretch | None:
        """The last stretch of the post's match, for posts that it concerns. If the bot may only
        answer, no board changes in place."""
        if not post.kind.traits.stretched:
            return None
        if post.kind is PostKind.TURN and await answers_only(self._client, reading.match):
            return None
        last = reading.found.stretch
        return led_to(match, last) if post.kind is PostKind.END else last

    async def _with_missed(self, match: Match, content: PostContent) -> PostContent:
        """The end of a match with a line about the last missed win in one against the bot, and with
        the puzzles that its players get from it."""
        whole, offered = await gather(
            self._with_missed_win(match, content), self._client.service.own_puzzles.offered(match)
        )
        return replace(whole, buttons=(*whole.buttons, "ownpuzzle")) if offered else whole

    async def _with_missed_win(self, match: Match, content: PostContent) -> PostContent:
        robot = self._client.robot_seat(match)
        if robot is None or len(match.seats) != 2 or ended_early(match):
            return content
        missed = await self._client.service.analysis.last_missed(match, match.seats[2 - robot].id)
        if missed is None:
            return content
        content = above_small_print(content, missed_line(match, missed))
        return replace(content, buttons=(*content.buttons, "lastmissed"))

    def with_offer(self, content: PostContent, match: Match) -> PostContent:
        """The board of a turn with the offer to play on now, if turns come quickly."""
        if not may_play_on(match, self._client.robot_id, utcnow()):
            return content
        return replace(content, buttons=(*content.buttons, "playon"))

    async def _before(
        self, post: Post, match: Match, terse: bool
    ) -> tuple[list[str], tuple[Ply, ...]]:
        # What a post of the robot's move shows besides: everything since the last posted board, and
        # the turns among that.
        robot = self._client.robot_seat(match)
        if robot is None or not match.plies or post.kind not in OF_MOVES:
            return [], ()
        last = await self._client.service.posts.last_board(post.match, post.id)
        seen = last.post.seq if last and not last.post.kind.traits.before_play else NO_EVENT
        # The content itself shows the last move, if it came with the post's event.
        until = match.seq - (post.kind is PostKind.END)
        plies = [ply for ply in match.plies if seen < ply.seq < until][-2:]
        lines = [clip(move_line(ply, match, terse, REPLAY), LONGEST_BEFORE) for ply in plies]
        came = successions_after(match, seen)
        return [*([] if seen else [opening_line(match)]), *came, *lines], tuple(plies)

    async def pictures(
        self, outgoing: Outgoing, *, alone: bool = False
    ) -> tuple[list[discord.File], str]:
        """The picture of a post with a board, or else why it has none. Each new turn with a chain
        also has a close-up, and the end of a match the stretch that led to it, in motion, unless
        one picture is to be `alone`."""
        alone = alone or not permissions.may_read_back(self._client, outgoing.match.channel)
        chains = [] if alone else _chains(outgoing)
        room = _left_for_pictures(outgoing, 1 + len(chains))
        file, lack = await self._picture(outgoing, room / (1 + len(chains)))
        if file is None or alone:
            return [file] if file else [], lack
        match, view = outgoing.match, posted_view(outgoing.reading.server)
        is_end = outgoing.post.kind is PostKind.END
        if match.proof and is_end:
            # The win that was claimed, move by move.
            before = await before_claim(self._client, match)
            return [file, *await line_files(before, match.proof, view)], ""
        room -= pictures.proportion(file) if chains else 0
        near = partial(pictures.close_file, match, view=view, tallest=room / max(1, len(chains)))
        close = [await near(ply) for ply in chains]
        moving = await self._moving(outgoing) if is_end and not _is_one(outgoing) else None
        return [file, *filter(None, [*close, moving])], ""

    async def _picture(self, outgoing: Outgoing, tallest: float) -> tuple[discord.File | None, str]:
        match = outgoing.match
        if not outgoing.content.board:
            return None, ""
        if not permissions.may_attach(self._client, match.channel):
            return None, NO_FILES
        view = posted_view(outgoing.reading.server)
        if outgoing.post.kind is not PostKind.END and (moving := await self._moving(outgoing)):
            return moving, ""
        turns = match.plies[-outgoing.content.turns :]
        if len(turns) > 1:
            file = await pictures.change_file(match, turns, view)
        else:
            file = await pictures.board_file(match, view, tallest=tallest)
        return file, "" if file else pictures.NO_PICTURE

    async def _moving(self, outgoing: Outgoing) -> discord.File | None:
        # The turns of a stretch in motion, if the post shows some.
        match, view = outgoing.match, posted_view(outgoing.reading.server)
        if not outgoing.turns:
            return None
        guild = self._client.get_guild(match.guild) if match.guild else None
        limit = guild.filesize_limit if guild else DEFAULT_FILE_SIZE_LIMIT_BYTES
        return await animations.turns_file(match, *outgoing.turns, view, limit)


def _as_past(post: Post, then: Match, reading: Reading, content: PostContent) -> PostContent:
    # What would be left of the post by now: what happened, and not what was to be done.
    if post.kind.traits.thread:
        text: str | None = past_board(then, Seq(post.seq - 1), reading.is_terse, reading.match)
    else:
        text = past_post(post.kind, then, reading.match)
    return replace(content, text=text or content.text, pings=())


def _turns_of(stretch: FastStretch | None, match: Match) -> tuple[int, int] | None:
    # The numbers of the first and the last turn of a stretch that is over, if it had any.
    plies = plies_of(stretch, match) if stretch and stretch.ended else ()
    return turn_numbers(match, plies) if plies else None


def _chains(outgoing: Outgoing) -> list[Ply]:
    # The turns with a chain that are new in the post, if it shows no other turns.
    post, match, content = outgoing.post, outgoing.match, outgoing.content
    if content.turns > 1 or match.last_undone or outgoing.turns or _is_one(outgoing):
        return []
    by_a_move = bool(match.plies) and match.plies[-1].seq == match.seq - 1
    is_news = post.kind is not PostKind.END or by_a_move
    news = [*outgoing.unposted, *match.plies[len(match.plies) - is_news :]]
    return [ply for ply in news if pictures.has_chain(ply.effects)]


def _left_for_pictures(outgoing: Outgoing, count: int) -> float:
    # How many times as high as they are wide so many pictures may be together, for a phone to show
    # the whole post.
    text = "\n".join(filter(None, (outgoing.content.text, outgoing.note)))
    for person in outgoing.match.seats:
        text = text.replace(mention(person.id), f"@{person.name}")
    buttons = buttons_of(outgoing)
    labels = [getattr(each, "label", "") for each in buttons.children] if buttons else []
    across = phone.BOXED if count > 1 else phone.ACROSS
    return phone.left_for_picture(text, [phone.labeled_row(labels)], count, across)


def _is_one(outgoing: Outgoing) -> bool:
    # Whether the server wants no more than one picture in a post.
    return outgoing.reading.server.pictures == "one"


def _in_small_print(content: PostContent, *notes: str) -> PostContent:
    # With the notes in the small print, below everything else.
    return replace(content, text=" · ".join([content.text, *filter(None, notes)]))


def _behind(before: list[str], content: PostContent) -> PostContent:
    return replace(content, text="\n".join([*before, content.text]))
