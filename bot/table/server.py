"""The web server of the page, and the few things the table changes in simcord's files."""

from collections.abc import Callable
from typing import Any

from aiohttp import web
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

# What the window of an id is to show, as JSON, or None if simcord has to answer.
State = Callable[[str | None], str | None]

STYLE = """
#refresh, #capture-open, #inspector-toggle, #view-action-output, .advanced-search {
  display: none !important;
}
/* Discord shows a message's buttons under its pictures. */
.channel-message { display: flex; flex-direction: column; }
.channel-message > .message-components { order: 1; }
/* It would take a line above every old board; Discord has it behind the text. */
.channel-message > .message-edited-compact { display: none; }
/* Discord has up to three pictures in a row, and a button beside its text, on phones too. */
.component-gallery:has(> figure:nth-child(2)) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.component-gallery:has(> figure:nth-child(3)) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.component-section.component-section { grid-template-columns: minmax(0, 1fr) auto; gap: 8px; }
/* Discord shows a picture at most so large, and on a phone as wide as the message. */
.attachment-image.attachment-image, .gallery-image.gallery-image {
  max-width: min(550px, 100%); max-height: 350px; object-fit: contain;
}
@container preview (max-width: 600px) {
  .attachment-image.attachment-image, .gallery-image.gallery-image {
    max-width: 100%; max-height: none;
  }
  /* So high and wide are buttons and menus on a phone. */
  .component-row.component-row { margin: 4px 0 8px; }
  .component-row .component-button { min-height: 40px; padding: 2px 16px; }
  .component-row .button-emoji { margin-right: 4px; width: 22px; text-align: center; }
  .component-row .button-emoji .custom-emoji { width: 22px; height: 22px; }
}
/* What was typed is seen to its end. */
.command-option-input { box-sizing: content-box; }
.channel-composer { grid-template-columns: minmax(0, 1fr); }
/* A window is filled from the beginning, also before the table has heard how wide it is. */
.preview-app.presentation-responsive {
  flex: 1 1 auto; align-self: stretch; margin: 0; width: auto !important; height: auto !important;
}
/* The next person must not be shown with what only the one before may read. */
.preview-app[data-switching] > * { visibility: hidden; }
/* Without a mouse it would always cover the names and points at the top of each picture. */
@media (hover: none) { .attachment-media-actions { display: none !important; } }
@media (max-width: 760px) {
  .preview-shell.preview-shell { --toolbar-height: 48px; }
  #action-status { display: none; }
}
"""

OPTION_TYPED = """if (!matches.length) {
      const isNamed = (each) => query.startsWith(`${each.invocation} `);
      const taken = (catalog?.entries || []).filter(isNamed)
        .sort((a, b) => b.invocation.length - a.invocation.length)[0];
      if (!taken) {
        mode = "browsing";
        activeKey = null;
        ensurePopup();
        renderBrowse();
        return;
      }
      const rest = query.slice(taken.invocation.length).trimStart();
      const first = taken.options.find((each) => each.required) || taken.options[0];
      select(taken);
      if (!first) return;
      if (!first.required) addOptional(first);
      const field = queryElement(
        commandRow, `.command-option-input[data-option="${CSS.escape(first.name)}"]`);
      if (!field) return;
      field.focus();
      field.value = rest;
      field.setSelectionRange(rest.length, rest.length);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }"""

NO_SUCH_COMMAND = (
    "No command begins so. Delete all behind the / to see those there are; "
    "to say it to the others, put a space before it."
)

# simcord's page is a workbench for bot developers. What the table changes in its files: each text
# that must occur once, and its replacement.
EDITS: dict[str, tuple[tuple[str, str], ...]] = {
    "/": (
        ("<title>SimCord Preview</title>", "<title>Bumpbot, the local table</title>"),
        ("<strong>SimCord</strong>", "<strong>Bumpbot</strong>"),
        ("<small>Preview</small>", "<small>local table</small>"),
        ('aria-hidden="true">S</span>', 'aria-hidden="true">B</span>'),
        ("End preview session", "Close the table for everybody"),
    ),
    "/preview.css": (("[data-workbench] {", STYLE + "[data-workbench] {"),),
    "/components.js": (
        # A form opens with the cursor in its first field.
        (
            'dialog.querySelector("input, textarea, button")',
            'dialog.querySelector("input, textarea") || dialog.querySelector("button")',
        ),
    ),
    "/selects.js": (
        # A menu shows what its message says is chosen, also after an edit, as in Discord.
        (
            "export function renderSelect(",
            "const offeredBefore = new Map();\nexport function renderSelect(",
        ),
        (
            "const draft = draftValue(key);\n  const rawSelected",
            "if (options.modalHandle == null) {\n"
            "    const isList = component.type === TYPE.STRING_SELECT;\n"
            "    const chosen = isList ? optionDefaults(entries) : selectedIds(descriptor);\n"
            "    const lines = isList ? entries.map((e) => [e.value, e.default === true]) : [];\n"
            "    const offered = JSON.stringify([component.type, lines]);\n"
            "    if (offeredBefore.has(key) && offeredBefore.get(key) !== offered)\n"
            "      options.onReconcileDraft?.(key, chosen.slice(0, maximum));\n"
            "    offeredBefore.set(key, offered);\n  }\n"
            "  const draft = draftValue(key);\n  const rawSelected",
        ),
    ),
    # A window asks for its view more often: the answer is ready.
    "/session.js": (("interval = 500", "interval = 200"),),
    "/timeline.js": (
        # A drawn message stays the same, but "in 7 days" is right for some hours only.
        (
            'message.poll ? state.profile.presentationTime : ""',
            "state.profile.presentationTime.slice(0, message.poll ? undefined : 13)",
        ),
    ),
    "/app.js": (
        (
            "changed: (report) => { Object.assign(state, report);",
            "changed: (report) => { Object.assign(state, report);\n"
            '    ui.app.toggleAttribute("data-switching", "viewer" in report.queuedPageIntents\n'
            '      || report.pendingAction?.kind === "viewer");',
        ),
    ),
    "/composer.js": (
        # Nor by the button: the list above says what to do instead.
        (
            "} else if (content.trim()) {",
            '} else if (content.startsWith("/")) {\n      currentInput.focus();\n'
            '      currentInput.dispatchEvent(new Event("input", { bubbles: true }));\n'
            "    } else if (content.trim()) {",
        ),
    ),
    "/commands.js": (
        # What is typed after the name of a command goes into its first option as in Discord.
        ("if (!matches.length) { closeBrowse(); return; }", OPTION_TYPED),
        # Otherwise Enter would silently send a mistyped command to everybody.
        (
            'if (!matches.length && catalogState === "failed")',
            'if (!matches.length && !["loading", "failed"].includes(catalogState))\n'
            f'      list.append(node("div", "command-empty", "{NO_SUCH_COMMAND}"));\n'
            '    if (!matches.length && catalogState === "failed")',
        ),
        # Once the last needed option is chosen, Enter sends the command as in Discord.
        ("renderCompose({ focus: Boolean(next) });", "renderCompose({ focus: true });"),
        (": restore ? fieldFor(", ": restore && !focus ? fieldFor("),
        # An empty option asks the bot for its first choices as in Discord.
        (
            'const current = String(field.value || "");',
            'const current = String(field.value || "");\n            if (!autocompleteResults.has('
            "autocompleteKey(currentDraft(), option.name, current))) "
            "queryAutocomplete(option, current);",
        ),
        # After a command the cursor is back in the empty box.
        (
            "onCommandMode?.(false, detachedReply); detachedReply = null;",
            "onCommandMode?.(false, detachedReply); detachedReply = null; input.focus();",
        ),
    ),
}


class Server(PreviewServer):
    """simcord's web server, on this machine only, with the table's edits to its page."""

    def __init__(self, preview: Preview, port: int, state: State) -> None:
        super().__init__(preview, port)
        self._table_state = state

    async def _state(self, request: Any) -> Any:
        # simcord answers here what a window is to show; every window asks five times a second.
        context = request.headers.get("X-Simcord-Context")
        allowed = self._authorized(request, context=context)
        text = self._table_state(context) if allowed else None
        if text is None:
            return await super()._state(request)
        json = "application/json"
        return web.Response(text=text, content_type=json, headers=self._SECURITY_HEADERS)

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        for theirs, ours in EDITS.get(request.path, ()):
            answer.text = answer.text.replace(theirs, ours)
        return answer
