import { isEchoOf } from "../../contract/as-of";
import { isFaultCode } from "../../contract/codes";
import type { Failure } from "../failure";
import type { Reply } from "../host";
import { isTooLarge } from "../read-body";
import { readDetail, readReply, retryAfterMs, type Detail } from "../reply";
import { statusFailure } from "../status-failure";
import { isServing, verdictOf } from "../status-table";
import { functionOf, waitersOf, type PendingQuestion, type Flight } from "./entry";
import type { ClientParts } from "./parts";
import type { Refusing } from "./refusing";
import type { Sending } from "./sending";
import type { Settling } from "./settling";

/** Why the service cannot answer as of the moment that was asked for; undefined if it refuses something else. */
const asOfRefusal = ({ text }: Detail): Failure | undefined =>
  text?.startsWith("as_of:") ? { code: "as_of_refused", detail: text.slice("as_of:".length).trim() } : undefined;

/** Decides by its reply what happens to the questions of a request: answered, sent again, split or failed. Each happens to each of them once. */
export function createReplies(
  { host, session, cache, queue, gate, refusedCells, unanswered }: ClientParts,
  { insteadOf }: Refusing,
  { answer: settle, fail, sendable }: Settling,
  { sendAgain, repeat, repeatFlight, earnRetry, drop }: Sending,
): (flight: Flight, reply: Reply) => void {
  function answered({ entries, asOf }: Flight, body: string): void {
    const answers = readReply(body, host.now(), entries.length, (echo) => (asOf ? isEchoOf(echo, asOf) : echo === undefined));
    if (!answers) return repeat(entries, "broken_reply");
    for (const entry of entries) refusedCells.accepted(functionOf(entry));
    if (entries.some(({ slot }) => cache.isCurrent(slot))) session.setAsOfProblem(undefined);
    const missing: PendingQuestion[] = [];
    for (const [id, entry] of entries.entries()) {
      const answer = answers[id];
      if (!answer) missing.push(entry);
      else if (answer.value === null && isFaultCode(answer.code ?? "")) fail([entry], { code: "service_fault" });
      else settle(entry, answer);
    }
    if (missing.length > 0) repeat(missing, "broken_reply");
    else earnRetry();
  }

  /** Splits a refused batch, or fails it with the refusal. */
  function divide({ entries, asOf }: Flight, body: string): void {
    const live = sendable(entries);
    if (live.length === 0) return;
    const detail = readDetail(body);
    const problem = asOf && asOfRefusal(detail);
    if (problem) {
      // Entries with waiters are of the current moment.
      session.setAsOfProblem(problem);
      return fail(live, problem);
    }
    const divided = refusedCells.divide(live, detail);
    if ("failure" in divided) return fail(live, divided.failure);
    for (const entry of live) entry.tries--;
    queue.putParts(...divided.parts);
  }

  /** Stops all requests until the key changes or the quota resets, and fails all waiting calls. */
  const refuse = (entries: readonly PendingQuestion[], body: string): void => fail([...entries, ...queue.takeAll()], session.refuseKey(body));

  function tooFast({ entries, volley }: Flight, reply: Reply): void {
    gate.shut(retryAfterMs(reply.retryAfter, host.now()), volley);
    sendAgain(entries);
    const wait = gate.shutFor();
    const failure: Failure = { code: "rate_limited", waitMs: wait };
    for (const waiter of queue.all().flatMap(waitersOf))
      if (waiter.cohort.deadline.left() < wait) drop(waiter, insteadOf(waiter.entry.question, failure, waiter.cell, waiter.held));
  }

  return (flight, reply) => {
    const { entries } = flight;
    const isOfThisKey = flight.epoch === session.epoch();
    if (reply.quota && isOfThisKey) session.addQuota(reply.quota);
    if (isServing(reply.status)) {
      gate.succeeded();
      unanswered.answered();
    }
    // Not sent again: what sends too much once does so again, and each time takes as much memory.
    if (isTooLarge(reply)) return fail(entries, { code: "large_reply" });
    const verdict = verdictOf(reply.status);
    switch (verdict.kind) {
      case "answers":
        return answered(flight, reply.body);
      case "key_refused":
        return isOfThisKey ? refuse(entries, reply.body) : sendAgain(entries);
      case "too_fast":
        return isOfThisKey ? tooFast(flight, reply) : sendAgain(entries);
      case "cells_refused":
        return divide(flight, reply.body);
      case "again":
        if (reply.status === 0) return repeatFlight(flight, verdict.cause);
        return repeat(entries, verdict.cause, verdict.tries, retryAfterMs(reply.retryAfter, host.now()));
      case "rejected":
        return fail(entries, statusFailure(reply, host.now()));
    }
  };
}
