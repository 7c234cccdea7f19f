import { smallest } from "../../contract/lists";
import { createClient } from "../../core/client";
import { failed, type Answer, type Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import { createAnswerStore, RENEWED_MS, type AnswerStore, type Known } from "./answer-store";
import { BASE_URL, NO_ADDRESS, readKey } from "./credentials";
import { postAll } from "./fetch";
import { createRefusals } from "./refusals";
import { createSyncHost, FIRST_MS } from "./sync-host";

interface AskOptions {
  /** Milliseconds from now within which every question has an outcome. */
  readonly within: number;
  /** Asks anew whatever is kept, and keeps what comes for the cells that are then calculated. */
  readonly renew?: boolean;
}

interface Asked {
  /** By the questions' keys; every question has one. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly requests: number;
}

const now = (): number => Date.now();

/** How long an execution waits before it looks again whether another has answered, and how often it looks before it asks who is asking. */
const POLL_MS = 300;
const LOOKS = 4;
/** The last request is back this much later than the core gives up, at most: what it brings is still kept, within Google's own time. */
const SLACK_MS = 5_000;
/** Longest wait for the lock to put away what came; the cell waits for that, too. */
const SETTLE_MS = 3_000;

/** What one call knows of its time. */
interface Span {
  readonly begun: number;
  readonly within: number;
}

/** Asks the service through the core; blocks until every question has an outcome. */
function askService(questions: readonly Question[], key: string, { begun, within }: Span) {
  const outcomes = new Map<string, Outcome>();
  const answers = new Map<string, Answer>();
  const refusals = createRefusals(key, now);
  let requests = 0;
  let google: string | undefined;
  const host = createSyncHost(
    {
      now,
      random: () => Math.random(),
      sleep: (ms) => Utilities.sleep(Math.max(1, Math.ceil(ms))),
      fetchAll: (bodies) => {
        const current = refusals.current();
        if (current) return bodies.map(() => current);
        requests += bodies.length;
        const posted = postAll(bodies, key);
        google ??= posted.refused;
        refusals.note(posted.replies);
        return posted.replies;
      },
    },
    begun + within + SLACK_MS,
  );
  const client = createClient(host, { cellMs: Math.max(0, begun + within - now()), waitedMs: now() - begun });
  client.onAnswer((question, answer) => answers.set(question.key, answer));
  client.setAccess("present");
  for (const question of questions)
    client.ask(question, (outcome) => {
      // What Google itself does not let the script do is told in place of what the core makes of it.
      const own = outcome.kind === "failure" && outcome.failure.code === "rejected" ? google : undefined;
      outcomes.set(question.key, own === undefined ? outcome : failed({ code: "host", message: own }));
    });
  host.run(() => outcomes.size === questions.length);
  return { outcomes, answers, requests };
}

/** Of a call that renews, failures leave alone what is kept. */
const onlyAnswered = (outcomes: ReadonlyMap<string, Outcome>, answers: ReadonlyMap<string, Answer>): Map<string, Outcome> =>
  new Map([...outcomes].filter(([key]) => answers.has(key)));

/**
 * Asks every distinct question once: what is kept is served, what another execution is asking is waited for, the rest goes to the service in chunks.
 * Never throws for what the service or Google's cache does; every question has an outcome in time.
 */
export function askAll(questions: readonly Question[], { within, renew = false }: AskOptions): Asked {
  const span: Span = { begun: now(), within };
  const until = span.begun + within;
  const open = new Map(questions.map((q) => [q.key, q]));
  const outcomes = new Map<string, Outcome>();
  let requests = 0;
  const settle = (some: ReadonlyMap<string, Outcome>): void => {
    for (const [key, outcome] of some) if (open.delete(key)) outcomes.set(key, outcome);
  };
  const rest = (outcome: Outcome): Asked => {
    for (const key of open.keys()) outcomes.set(key, outcome);
    return { outcomes, requests };
  };
  if (open.size === 0) return { outcomes, requests };
  const store = createAnswerStore(now);
  if (!renew) settle(store.read([...open.keys()]).outcomes);
  if (open.size === 0) return { outcomes, requests };
  if (BASE_URL === undefined) return rest({ kind: "no_key", failure: NO_ADDRESS });
  const key = readKey();
  if (key === undefined) return rest({ kind: "no_key", failure: { code: "no_key" } });
  const ask = (keys: readonly string[]): void => {
    const some = keys.flatMap((k) => open.get(k) ?? []);
    if (some.length === 0) return;
    const asked = askService(some, key, span);
    requests += asked.requests;
    store.settle(renew ? onlyAnswered(asked.outcomes, asked.answers) : asked.outcomes, asked.answers, renew ? RENEWED_MS : 0, SETTLE_MS);
    settle(asked.outcomes);
  };
  if (renew) {
    ask([...open.keys()]);
    return { outcomes, requests };
  }
  waitAndAsk(open, store, span, settle, ask);
  return open.size === 0 || now() < until ? { outcomes, requests } : rest(failed({ code: "timeout", afterMs: within }));
}

/** Asks what nobody else is asking, and waits for the rest: whoever asks for it puts it away, or is over; then it is taken on here, while there is time. */
function waitAndAsk(
  open: ReadonlyMap<string, Question>,
  store: AnswerStore,
  { begun, within }: Span,
  settle: (some: Known["outcomes"]) => void,
  ask: (keys: readonly string[]) => void,
): void {
  const until = begun + within;
  // Later than that a request of one's own would not be back in time.
  const patience = until + SLACK_MS - FIRST_MS - POLL_MS;
  const waiting = new Set<string>();
  while (open.size > 0 && now() < until) {
    const { outcomes, others, mine } = store.claim([...open.keys()], waiting);
    settle(outcomes);
    ask(mine);
    if (open.size === 0) return;
    if (now() >= patience) return ask([...open.keys()]);
    for (const key of others.keys()) waiting.add(key);
    const over = smallest(others.values(), patience);
    for (let look = 0; look < LOOKS && open.size > 0 && now() < over; look++) {
      Utilities.sleep(Math.max(1, Math.min(POLL_MS, over - now())));
      settle(store.read([...open.keys()], waiting).outcomes);
    }
  }
}
