import { spawn } from "node:child_process";
import path from "node:path";
import { PUBLISHERS } from "../service/publishers/all";
import { dueFeeds } from "../service/ingest/update";
import { isOn } from "../service/ingest/is-on";
import type { Feeds } from "../service/store/feeds";
import type { Keywords } from "../service/store/keywords";
import { BUILT, ROOT } from "./io";

/** The script that runs commands: the build where this is the build, else the one that compiles the sources. */
const COMMANDS = BUILT ? path.join(ROOT, "dist", "commands", "run.js") : path.join(ROOT, "scripts", "run.mjs");

/** The schedule at work in the background. */
interface Live {
  /** Ends it, and the update that is under way: what had come whole by then is kept. */
  stop(): Promise<void>;
}

/** What the schedule needs of the machine; the tests hand over their own. */
interface LiveWith {
  readonly feeds: Feeds;
  /** Keywords that cells have asked for; a new one is due at once. */
  readonly keywords?: Keywords;
  now(): number;
  out(line: string): void;
  err(line: string): void;
  /** Updates what is due; resolves when that is over, however it went. The store says how. */
  update(stop: AbortSignal): Promise<void>;
  /** Ends early when it is stopped. */
  rest(ms: number, stop: AbortSignal): Promise<void>;
}

const LOOK_EVERY_MS = 60_000;

/** `npm run data -- update` in a process of its own: reading a large document must not delay an answer. */
export const updateProcess =
  (folder: string, env: NodeJS.ProcessEnv, options: readonly string[] = []) =>
  (stop: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      // The keys are no business of an update.
      const { SERVICE_API_KEY: _key, SERVICE_FRED_KEY: _fred, ...rest } = env;
      const child = spawn(process.execPath, [COMMANDS, "data", "update", "--patient", "--data", folder, ...options], {
        stdio: "ignore",
        env: rest,
      });
      const end = (): void => void child.kill("SIGTERM");
      const over = (): void => {
        stop.removeEventListener("abort", end);
        resolve();
      };
      child.once("exit", over);
      child.once("error", over);
      if (stop.aborted) end();
      stop.addEventListener("abort", end);
    });

/** Looks every minute whether something is due, and updates it; a failure is told once, until it is another one. */
export function goLive(live: LiveWith): Live {
  const { feeds } = live;
  const stopper = new AbortController();
  const told = new Map<string, string | undefined>();
  const on = () => PUBLISHERS.filter((p) => isOn(feeds, p));
  const succeeded = new Map(on().flatMap((p) => p.feeds.map((f) => [f.id, feeds.state(f.id).succeeded] as const)));

  function tell(): void {
    const fresh: string[] = [];
    for (const publisher of on())
      for (const { id } of publisher.feeds) {
        const state = feeds.state(id);
        if (state.succeeded !== undefined && state.succeeded !== succeeded.get(id)) fresh.push(id);
        succeeded.set(id, state.succeeded);
        if (state.failure !== undefined && told.get(id) !== state.failure) live.err(`Update of ${id}: ${state.failure}`);
        told.set(id, state.failure);
      }
    if (fresh.length > 0) live.out(`Updated: ${fresh.join(", ")}.`);
  }

  async function run(): Promise<void> {
    while (!stopper.signal.aborted) {
      const due = on().some((p) => dueFeeds({ feeds, ...(live.keywords ? { keywords: live.keywords } : {}) }, p, live.now(), { patient: true }).length > 0);
      if (due) {
        await live.update(stopper.signal);
        if (!stopper.signal.aborted) tell();
      }
      await live.rest(LOOK_EVERY_MS, stopper.signal);
    }
  }
  const running = run().catch((e: unknown) =>
    live.err(`Updating in the background has stopped: ${e instanceof Error ? e.message : String(e)}. The service goes on; type: npm run -s data -- status`),
  );
  return {
    stop: async () => {
      stopper.abort();
      await running;
    },
  };
}
