import { createClient } from "../../core/client";
import { failure, outcomeOf, type Answer, type Outcome } from "../../core/outcome";
import { late } from "../../core/messages";
import type { Question } from "../../core/question";
import { createAnswerStore, RENEWED_MS, type AnswerStore } from "./answer-store";
import { BASE_URL, NO_ADDRESS_TEXT, readKey } from "./credentials";
import { postAll } from "./fetch";
import { createRefusals } from "./refusals";
import { createSyncHost } from "./sync-host";

export interface AskOptions {
  /** Milliseconds from now within which every question has an outcome. */
  readonly within: number;
  /** Asks anew whatever is kept, and keeps what comes for the cells that are then calculated. */
  readonly renew?: boolean;
}

export interface Asked {
  /** By the questions' keys; every question has one. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly requests: number;
}

const now = (): number => Date.now();

/** How long an execution waits before it looks again whether another has answered, and how often it looks before it asks who is asking. */
const POLL_MS = 300;
const LOOKS = 4;
/** The last request is back this much later than the core gives up, at most: what it brings is still kept. */
const SLACK_MS = 3_000;

/** Asks the service through the core, and keeps what comes; blocks until every question has an outcome. */
function askService(questions: readonly Question[], key: string | undefined, store: AnswerStore, until: number, renew: boolean): Asked {
  const outcomes = new Map<string, Outcome>();
  const answers = new Map<string, Answer>();
  const refusals = key === undefined ? undefined : createRefusals(key, now);
  let requests = 0;
  const host = createSyncHost(
    {
      now,
      random: () => Math.random(),
      sleep: (ms) => Utilities.sleep(Math.max(1, Math.ceil(ms))),
      fetchAll: (bodies) => {
        const standing = refusals?.standing();
        if (standing) return bodies.map(() => standing);
        requests += bodies.length;
        const replies = postAll(bodies, key ?? "");
        refusals?.note(replies);
        return replies;
      },
    },
    until + SLACK_MS,
  );
  const client = createClient(host, { cellMs: Math.max(0, until - now()) });
  client.onAnswer((question, answer) => answers.set(question.key, answer));
  client.setAccess(key === undefined ? "none" : "present");
  for (const question of questions) client.ask(question, (outcome) => outcomes.set(question.key, outcome));
  host.run(() => outcomes.size === questions.length);
  store.settle(
    answers,
    questions.map((q) => q.key),
    renew ? RENEWED_MS : 0,
  );
  return { outcomes, requests };
}

const distinct = (questions: readonly Question[]): Map<string, Question> => new Map(questions.map((q) => [q.key, q]));

/**
 * Asks every distinct question once: what is kept is served, what another execution is asking is waited for, the rest goes to the service in chunks.
 * Never throws for what the service does; every question has an outcome in time.
 */
export function askAll(questions: readonly Question[], { within, renew = false }: AskOptions): Asked {
  const until = now() + within;
  const open = distinct(questions);
  const outcomes = new Map<string, Outcome>();
  const serve = (answers: ReadonlyMap<string, Answer>): void => {
    for (const [key, answer] of answers) if (open.delete(key)) outcomes.set(key, outcomeOf(answer));
  };
  const rest = (settle: () => Outcome): Asked => {
    for (const key of open.keys()) outcomes.set(key, settle());
    return { outcomes, requests };
  };
  let requests = 0;
  if (open.size === 0) return { outcomes, requests };
  const store = createAnswerStore(now);
  if (!renew) serve(store.read([...open.keys()]));
  if (open.size === 0) return { outcomes, requests };
  if (BASE_URL === undefined) return rest(() => ({ kind: "no_key", text: NO_ADDRESS_TEXT }));
  const key = readKey();
  const ask = (keys: readonly string[]): void => {
    const some = keys.flatMap((k) => open.get(k) ?? []);
    if (some.length === 0) return;
    const asked = askService(some, key, store, until, renew);
    requests += asked.requests;
    for (const [k, outcome] of asked.outcomes) if (open.delete(k)) outcomes.set(k, outcome);
  };
  if (renew || key === undefined) {
    ask([...open.keys()]);
    return { outcomes, requests };
  }
  for (;;) {
    const { answers, mine, others } = store.claim([...open.keys()], until + SLACK_MS);
    serve(answers);
    ask(mine);
    if (open.size === 0) return { outcomes, requests };
    // Whoever asks for these puts them into the cache, or gives them up; then they are taken on here.
    const patience = Math.min(until, ...others.values());
    for (let look = 0; look < LOOKS && open.size > 0 && now() < patience; look++) {
      Utilities.sleep(Math.max(1, Math.min(POLL_MS, patience - now())));
      serve(store.read([...open.keys()]));
    }
    if (open.size === 0) return { outcomes, requests };
    if (now() >= until) return rest(() => failure("timeout", late(within)));
  }
}
