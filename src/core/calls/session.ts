import { asOfText, type AsOf } from "../../contract/as-of";
import type { Quota } from "../../contract/rate-headers";
import { isUnreadable, type UnreadableAsOf } from "../as-of-setting";
import type { Failure } from "../failure";
import type { Host } from "../host";
import { LIMITS } from "../limits";
import { readDetail } from "../reply";
import { keyFailure } from "../status-failure";

/** State of the API key: still loading from its store, missing, or present. Requests are sent only if it is present. */
export type Access = "loading" | "none" | "present";

/** When the current key was refused. After `until` one request may try again. */
interface Refusal {
  readonly failure: Failure;
  readonly at: number;
  readonly until: number | undefined;
}

/** Wall time after which a request may try again; undefined if only another key helps. */
function endOf(failure: Failure, at: number): number | undefined {
  if (failure.code === "over_quota" && failure.resetsAt !== undefined) return Date.parse(failure.resetsAt);
  return failure.code === "over_quota" || failure.code === "key_refused" ? at + LIMITS.refusalMs : undefined;
}

const textOf = (asOf: AsOf | UnreadableAsOf | undefined): string | undefined => asOf && (isUnreadable(asOf) ? asOf.unreadable : asOfText(asOf));

/** The key and the moment that questions are asked with, and what the service said of them. */
export function createSession(host: Host, first: AsOf | undefined) {
  let access: Access = "loading";
  let epoch = 0;
  let generation = 0;
  let refusal: Refusal | undefined;
  let quota: Quota | undefined;
  let asOf: AsOf | UnreadableAsOf | undefined = first;
  let asOfProblem: Failure | undefined;
  return {
    access: () => access,
    /** Another key, or another service: earlier refusals and answers do not apply to it. */
    setAccess: (next: Access): void => {
      access = next;
      epoch++;
      generation++;
      refusal = undefined;
      quota = undefined;
    },
    /** Number of key changes. What a request of an earlier one is told of its key does not apply. */
    epoch: () => epoch,
    /** Number of refreshes and key changes. An answer from an earlier generation has expired. */
    generation: () => generation,
    /** Expires every answer. */
    refresh: () => void generation++,
    /** Why the service refuses the current key. Stops all requests until the key changes or the quota resets. */
    keyRefusal: (): Failure | undefined => {
      if (refusal?.until === undefined) return refusal?.failure;
      const now = host.now();
      // After the clock was set back the remaining time is unknown: one request may try.
      if (now >= refusal.until || now < refusal.at) refusal = undefined;
      return refusal?.failure;
    },
    /** @param body of the 401 reply */
    refuseKey: (body: string): Failure => {
      const at = host.now();
      const failure = keyFailure(readDetail(body));
      refusal = { failure, at, until: endOf(failure, at) };
      return failure;
    },
    quota: () => quota,
    addQuota: (given: Quota): void => {
      quota = { ...quota, ...given };
    },
    /** The moment to send with requests; undefined for now, and if it is unreadable. */
    asOf: () => (isUnreadable(asOf) ? undefined : asOf),
    asOfText: () => textOf(asOf),
    /** Every call waits for an answer as of this. False if it is so already. */
    setAsOf: (next: AsOf | UnreadableAsOf | undefined): boolean => {
      if (textOf(next) === textOf(asOf)) return false;
      asOf = next;
      asOfProblem = isUnreadable(next) ? { code: "as_of_unreadable", text: next.unreadable } : undefined;
      return true;
    },
    /** Why no call can be answered as of this moment: it is unreadable, or the service refused it last. */
    asOfProblem: () => asOfProblem,
    setAsOfProblem: (problem: Failure | undefined): void => {
      asOfProblem = problem;
    },
  };
}
