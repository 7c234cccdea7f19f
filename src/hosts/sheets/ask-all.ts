import type { AsOf } from "../../contract/as-of";
import { smallest } from "../../contract/lists";
import { isUnreadable } from "../../core/as-of-setting";
import { createClient } from "../../core/client";
import { failed, type Answer, type Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import { storedAsOf } from "./as-of";
import { createAnswerStore, type AnswerStore, type Known } from "./answer-store";
import { BASE_URL, NO_ADDRESS, readKey } from "./credentials";
import { postAll } from "./fetch";
import { createRefusals } from "./refusals";
import { createSyncHost, FIRST_MS } from "./sync-host";
import { troubleIn } from "./words";

interface AskOptions {
  /** Time limit in milliseconds; by then every question has an outcome. */
  readonly within: number;
  /** Fetches new answers whatever is cached, and caches them for the cells that are then recalculated. */
  readonly renew?: boolean;
  /** The day or moment of the answers; by default the spreadsheet's. */
  readonly asOf?: AsOf | "now";
}

interface Asked {
  /** By question key; every question has one. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly requests: number;
  /** The moment since which answers are requested again, of a refresh; undefined without one. */
  readonly renewed?: number;
}

const now = (): number => Date.now();

/** Interval of reads while another execution fetches, and number of reads before claiming again. */
const POLL_MS = 300;
const READS = 4;
/** The last request may return this long after the core's deadline: its answers are still cached within Google's time limit. */
const SLACK_MS = 5_000;

const UNKNOWN_AS_OF = "Google did not return the day that cells are as of. Choose Refresh in the SERVICE menu later.";

/** Start and time limit of a call, in milliseconds, and whether it is a refresh. */
interface Span {
  readonly begun: number;
  readonly within: number;
  readonly renew: boolean;
}

/** Sends questions to the service through the core; blocks until every question has an outcome. */
function askService(questions: readonly Question[], key: string, asOf: AsOf | undefined, { begun, within, renew }: Span) {
  const outcomes = new Map<string, Outcome>();
  const answers = new Map<string, Answer>();
  const sent = now();
  const refusals = createRefusals(key, now);
  const outage = renew ? undefined : refusals.outage();
  if (outage) return { outcomes: new Map(questions.map((question) => [question.key, failed(outage)])), answers, requests: 0, sent };
  let requests = 0;
  let refused: string | undefined;
  const host = createSyncHost(
    {
      now,
      random: () => Math.random(),
      sleep: (ms) => Utilities.sleep(Math.max(1, Math.ceil(ms))),
      fetchAll: (bodies) => {
        const current = refusals.current();
        if (current) return bodies.map(() => current);
        requests += bodies.length;
        const replies = postAll(bodies, key);
        refused = replies.find((reply) => reply.refused !== undefined)?.refused;
        refusals.note(replies.filter((reply) => reply.refused === undefined));
        return replies;
      },
    },
    begun + within + SLACK_MS,
  );
  const client = createClient(host, { cellMs: Math.max(0, begun + within - now()), waitedMs: now() - begun, asOf });
  client.onAnswer((question, answer) => answers.set(question.key, answer));
  client.setAccess("present");
  for (const question of questions)
    client.ask(question, (outcome) => {
      // Why Google did not send the last request replaces the core's message.
      const isRefusal = outcome.kind === "failure" && (outcome.failure.code === "rejected" || outcome.failure.code === "rate_limited");
      const message = isRefusal ? refused : undefined;
      outcomes.set(question.key, message === undefined ? outcome : failed({ code: "host", message }));
    });
  host.run(() => outcomes.size === questions.length);
  if (answers.size > 0 && renew) refusals.forget();
  else refusals.noteOutage();
  return { outcomes, answers, requests, sent };
}

/** An older answer in place of a failure, which it carries as the reason. A wrong argument stays an error. */
function orOlder(outcome: Outcome, older: Answer | undefined): Outcome {
  const stale = troubleIn(outcome);
  return older && stale ? { kind: "answer", answer: older, stale } : outcome;
}

/**
 * Resolves every distinct question once: from the cache, by waiting for another execution that fetches it, or from the service in chunks. Never throws
 * because of the service or Google's cache. Every question has an outcome within the time limit.
 */
export function askAll(questions: readonly Question[], { within, renew = false, asOf: given }: AskOptions): Asked {
  const span: Span = { begun: now(), within, renew };
  const until = span.begun + within;
  const open = new Map(questions.map((q) => [q.key, q]));
  const outcomes = new Map<string, Outcome>();
  const older = new Map<string, Answer>();
  let requests = 0;
  let renewed: number | undefined;
  const settle = (settled: ReadonlyMap<string, Outcome>): void => {
    for (const [key, outcome] of settled) if (open.delete(key)) outcomes.set(key, orOlder(outcome, older.get(key)));
  };
  const settleKnown = (known: Known): void => {
    for (const [key, answer] of known.older) older.set(key, answer);
    renewed = known.renewed || undefined;
    settle(known.outcomes);
  };
  const asked = (): Asked => ({ outcomes, requests, ...(renewed === undefined ? {} : { renewed }) });
  const settleRest = (outcome: Outcome): Asked => {
    settle(new Map([...open.keys()].map((key) => [key, outcome])));
    return asked();
  };
  if (open.size === 0) return asked();
  let asOf: AsOf | undefined;
  try {
    const wanted = given === undefined ? storedAsOf() : given === "now" ? undefined : given;
    if (isUnreadable(wanted)) return settleRest(failed({ code: "as_of_unreadable", text: wanted.unreadable }));
    asOf = wanted;
  } catch {
    // Google's text does not say what to do. An answer of now could be of the wrong day.
    return settleRest(failed({ code: "host", message: UNKNOWN_AS_OF }));
  }
  const store = createAnswerStore(now, asOf);
  if (!renew) settleKnown(store.read([...open.keys()]));
  if (open.size === 0) return asked();
  if (BASE_URL === undefined) return settleRest({ kind: "no_key", failure: NO_ADDRESS });
  const key = readKey();
  if (key === undefined) return settleRest({ kind: "no_key", failure: { code: "no_key" } });
  const ask = (keys: readonly string[]): void => {
    const unanswered = keys.flatMap((k) => open.get(k) ?? []);
    if (unanswered.length === 0) return;
    const replied = askService(unanswered, key, asOf, span);
    requests += replied.requests;
    if (renew) store.settleRenewed(replied);
    else settle(store.settle(replied));
    settle(replied.outcomes);
  };
  if (renew) {
    ask([...open.keys()]);
    return asked();
  }
  waitAndAsk(open, store, span, settleKnown, ask);
  return open.size === 0 || now() < until ? asked() : settleRest(failed({ code: "timeout", afterMs: within }));
}

/** Fetches what no other execution has claimed and waits for the rest. Claims that expire are taken over, while there is time. */
function waitAndAsk(
  open: ReadonlyMap<string, Question>,
  store: AnswerStore,
  { begun, within }: Span,
  settle: (known: Known) => void,
  ask: (keys: readonly string[]) => void,
): void {
  const until = begun + within;
  // A request that starts later would not return in time.
  const lastStart = until + SLACK_MS - FIRST_MS - POLL_MS;
  const waiting = new Set<string>();
  while (open.size > 0 && now() < until) {
    const claimed = store.claim([...open.keys()], waiting);
    const { others, mine } = claimed;
    settle(claimed);
    ask(mine);
    if (open.size === 0) return;
    if (now() >= lastStart) return ask([...open.keys()]);
    for (const key of others.keys()) waiting.add(key);
    const expiry = smallest(others.values(), lastStart);
    for (let reads = 0; reads < READS && open.size > 0 && now() < expiry; reads++) {
      Utilities.sleep(Math.max(1, Math.min(POLL_MS, expiry - now())));
      settle(store.read([...open.keys()], waiting));
    }
  }
}
