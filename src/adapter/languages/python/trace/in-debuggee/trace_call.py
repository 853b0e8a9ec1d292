"""Runs inside a traced process: one call that is recorded, from its start to its end. It is told apart from others by the identity of its
frame, and holds no frame: what the program frees is free.
"""

import gc

from .read_values import is_special
from .trace_contents import change, in_words, text_kept
from .trace_functions import ASYNC_GENERATOR, OPTIMIZED
from .trace_locals import MAX_CHANGES, Locals
from .trace_loops import Folded
from .trace_names import CLASS_PARTS, WATCH_CALLED, called_by, code_of, is_called_as, own_name, place_of, value_of
from .trace_search import SEARCH
from .trace_values import LOCALS_PROXY, caller_of, described, given_arguments, let_go, local_values


class Call:
    __slots__ = (
        "function", "plan", "number", "at_ms", "caller", "arguments", "folded", "locals", "line", "open_line", "offset", "decision",
        "error", "end", "duration_ms", "paused_ms", "begun_withs", "names", "around",
        "parent", "depth", "had", "is_shared", "given", "arrived", "returns", "made_near",
    )

    def __init__(self, function, plan, number, frame, limits, now_ms):
        self.function, self.plan, self.number = function, plan, number
        self.at_ms, self.duration_ms = now_ms, 0
        self.caller = caller_of(frame)
        self.folded = Folded(limits["maxEvents"])
        self.locals = Locals()
        # The first line of the statement that runs, and where in the code it began.
        self.line, self.offset = None, -1
        self.open_line = self.decision = self.error = self.end = self.around = None
        self.names = plan.names
        self.paused_ms = 0
        # Where values are looked for: the call around it, what it has of them, which it was given, which calls gave out that it made, and where.
        self.parent, self.depth, self.had, self.is_shared = None, 0, None, False
        self.given = self.arrived = self.returns = self.made_near = None
        self.begun_withs = {}
        self.arguments = []
        if plan.parameters:
            values = local_values(frame)
            if values is not None:
                self.arguments = self.locals.first(plan.parameters, values)
                let_go(frame, values)

    def settle(self, frame):
        """Records the changes of the statement that ran last."""
        event, held = self.open_line, self.locals
        if event is None or not self.names and not held.contents:
            return
        values = frame.f_locals
        cls = type(values)
        if cls is not LOCALS_PROXY and cls is not dict:
            values = local_values(frame)
            if values is None:
                return
        changes = held.changes(self.names, values)
        if changes:
            if SEARCH[0] is not None:
                SEARCH[0].changed(self, event["line"], changes)
            if "changes" in event:
                changes = [*event["changes"], *changes][:MAX_CHANGES]
            event["changes"] = changes
            if self.folded.loops:
                self.folded.sign_changes(event["line"], changes)
        if self.plan.lets_go:
            values.clear()

    def on_line(self, frame, line):
        plan = self.plan
        step = plan.steps.get(line) or plan.step_of(line)
        begin = step.line
        if begin is None:
            return
        offset = frame.f_lasti
        if begin == self.line and offset > self.offset:
            return
        if step.is_with:
            # At its end, a `with` is come by again.
            if offset > self.begun_withs.get(begin, offset):
                return
            self.begun_withs[begin] = offset
        if self.open_line is not None:
            self.settle(frame)
        if self.decision is not None:
            # A condition that threw came to nothing.
            self.decide(begin if self.error is None else None)
        if self.error is not None:
            self.see_handler(frame, begin)
        folded = self.folded
        around = step.around
        runs = folded.loops
        if step.loop is not None and runs and runs[-1].loop is step.loop and step.endless is None:
            # The loop turns.
            event = self.at_head(step.loop, begin, offset)
            self.around = None
        elif step.is_plain and (around is self.around or around and len(runs) == len(around) and runs[-1].loop is around[-1]):
            event = {"kind": "line", "line": begin}
            self.around = around
            if around:
                run = runs[-1]
                if run.state != "pass":
                    self.begin_pass(run)
                run.buffer.append(event)
                run.signature.append(begin)
            else:
                folded.keep(event)
        else:
            event = self.in_loops(step, offset)
            self.around = around if step.loop is None else None
        self.open_line = event
        self.line, self.offset = begin, offset
        self.names = step.names
        self.decision = step.decision
        for called in step.spread_calls:
            WATCH_CALLED[0](called_by(called, frame))
        stale = self.locals.stale
        if stale and not stale.isdisjoint(step.names):
            values = local_values(frame)
            if values is not None:
                self.locals.renew(self.names, values)
                let_go(frame, values)

    def decide(self, line):
        event = None if line is None else self.decision.outcome(line)
        self.decision = None
        if event is not None:
            self.folded.add_branch(event)
            self.folded.sign(event["line"], event["what"], event["taken"])

    def on_branch(self, offset, destination):
        found = self.plan.choices.outcome(offset, destination)
        if found is not None and self.line is not None:
            what, is_taken = found
            self.folded.add({"kind": "branch", "line": self.line, "what": what, "taken": is_taken})
            self.folded.sign(self.line, what, is_taken)

    def see_handler(self, frame, line):
        statements = self.plan.statements
        handler = statements.handler_at(line)
        # What is raised in a handler is not caught by it.
        if handler is not None and handler is not statements.handler_at(self.line or 0):
            event = {"kind": "caught", "line": handler[2], "error": self.error}
            self.folded.add(event)
            self.folded.sign("caught", self.error["type"])
            if handler[3]:
                self.set_caught(frame, handler[3], handler[2])
        elif statements.is_final(line):
            return
        self.error = None

    def set_caught(self, frame, name, line):
        """The name that a handler gives to what it caught is no statement's."""
        values = local_values(frame)
        if values is not None and name in values:
            self.locals.set(name, values[name])

    def in_loops(self, step, offset):
        """Opens, turns and closes the loops that the statement stands in; the event of its line."""
        folded, begin = self.folded, step.line
        around, own, endless = step.around, step.loop, step.endless
        runs = folded.loops
        while runs and runs[-1].loop is not own and runs[-1].loop not in around:
            folded.end_loop()
        for run in runs:
            if run.state != "pass" and (run.loop in around):
                self.begin_pass(run)
        for loop in around[len(runs):]:
            self.begin_pass(folded.begin_loop(loop, offset))
        if endless is not None and runs and runs[-1].loop is endless:
            run = runs[-1]
            if run.buffer and len(run.buffer) > 1 and offset <= run.offset:
                run.end_pass(folded.max_events)
                run.begin_pass()
        if own is not None:
            return self.at_head(own, begin, offset)
        event = {"kind": "line", "line": begin}
        folded.add(event)
        folded.sign(begin)
        return event

    def begin_pass(self, run):
        """Records the head's changes as a line of their own from the second pass on: of the first pass, they are the loop's."""
        run.begin_pass()
        head = run.head
        run.head = None
        if head is not None and run.passes > 1 and head.get("changes"):
            run.buffer.insert(1, {"kind": "line", "line": run.loop.line, "changes": head.pop("changes")})

    def at_head(self, loop, begin, offset):
        folded = self.folded
        runs = folded.loops
        run = runs[-1] if runs and runs[-1].loop is loop else None
        if run is not None and (run.state != "pass" or offset <= run.offset and loop.kind != "While"):
            # The loop ended before, and begins again.
            folded.end_loop()
            run = None
        event = {"kind": "line", "line": begin}
        if run is None:
            folded.add(event)
            folded.sign(begin)
            folded.begin_loop(loop, offset).head = event
        else:
            run.end_pass(folded.max_events)
            run.head = event
        return event

    def begin_inner(self, frame, is_own):
        """A function that this call makes: its event, which gets its end later; None for what Python itself calls in between."""
        code = frame.f_code
        name = self.name_at(frame.f_back, code)
        if name is None:
            if not is_own:
                return None
            name = own_name(frame)
        if not code.co_flags & OPTIMIZED:
            name = "class " + code.co_name
        values = local_values(frame)
        arguments = [] if values is None else given_arguments(code, values)
        if values is not None:
            let_go(frame, values)
        event = {"kind": "call", "line": self.line or frame.f_back.f_lineno or 0, "name": name, "arguments": arguments}
        self.folded.add(event)
        if SEARCH[0] is not None:
            for each in arguments:
                SEARCH[0].saw(self, "passed", each, event["line"], name)
        return event

    def name_at(self, caller, code):
        """As the call is written; None for what is called without being written, like an operator, or by a function in C."""
        calls = self.plan.statements.calls
        place = place_of(caller)
        plain = code.co_name
        if is_special(plain) and plain not in CLASS_PARTS:
            # Of a `with`, for example, that stands where what it calls is written.
            calls = {at: text for at, text in calls.items() if text.split(".")[-1] == plain}
        if place is not None:
            text = calls.get(place)
            return text if text is not None and is_called_as(text, code, caller) else None
        line = caller.f_lineno
        near = {text for (first, last, _, _), text in calls.items() if first <= line <= last}
        found = {text for text in near if text.split(".")[-1] == plain}
        if plain in CLASS_PARTS:
            found = {text for text in near if code_of(value_of(text, caller)) is code}
        if not found and len(near) == 1:
            found = {text for text in near if is_called_as(text, code, caller)}
        return found.pop() if len(found) == 1 else None

    def end_inner(self, event, end):
        event["end"] = end
        if SEARCH[0] is not None and end["kind"] == "returned":
            SEARCH[0].saw(self, "result", end["value"], event["line"], event["name"])
        if end["kind"] == "threw":
            self.folded.sign("threw", end["error"]["type"])

    def on_pause(self, frame, value, now_ms):
        self.settle(frame)
        what = self.plan.what_pauses
        event = {"kind": "suspended", "line": self.line or frame.f_lineno or 0, "what": what}
        if self.function.code.co_flags & ASYNC_GENERATOR:
            if type(value).__name__ == "async_generator_wrapped_value":
                event["value"] = described(next(iter(gc.get_referents(value)), None))
            else:
                event["what"] = "await"
        elif what == "yield":
            event["value"] = described(value)
        if SEARCH[0] is not None and "value" in event:
            SEARCH[0].yields(self, frame, event["value"], event["line"])
        self.folded.add(event)
        self.paused_ms = now_ms
        self.end = {"kind": "suspended", "line": event["line"]}

    def on_resume(self, now_ms):
        line = self.line or 0
        self.end = None
        # The statement goes on: what it changes is still to come.
        self.folded.add({"kind": "resumed", "line": line, "waitedMs": round(now_ms - self.paused_ms, 3)})

    def finish(self, frame, end, now_ms):
        self.settle(frame)
        if self.decision is not None:
            self.decide(-1 if end["kind"] == "returned" else None)
        while self.folded.loops:
            self.folded.end_loop()
        self.end = end
        self.open_line = None
        self.duration_ms = now_ms - self.at_ms

    def record(self, is_wanted, now_ms):
        end = self.end or {"kind": "running", "line": self.line or self.function.line}
        is_over = end["kind"] in ("returned", "threw", "closed")
        found = {
            "kind": "call", "function": self.function.id, "number": self.number, "isWanted": is_wanted, "atMs": round(self.at_ms, 3),
            "durationMs": round(self.duration_ms if is_over else now_ms - self.at_ms, 4), "arguments": self.arguments,
            "events": [told(each) for each in self.folded.told()], "end": end,
        }
        if self.caller is not None:
            found["caller"] = self.caller
        if self.made_near:
            found["madeNear"] = self.made_near
        if self.returns:
            found["returns"] = list(self.returns.values())
        return found


def told(event):
    """An event as it is now, with its changes in the words of the records: most events are never asked for theirs. The thread of the call may
    add some while another one writes.
    """
    found = dict(event)
    if "changes" in found:
        found["changes"] = [change(in_words(name), before and text_kept(before), after and text_kept(after)) for name, before, after in found["changes"]]
    return found
