import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { parsedJson } from "../../contract/json";
import type { LeftOutPublisher, LocalUpdate, PublisherUpdate } from "../../contract/local-update";
import { withFullStop } from "../../contract/counted";
import { isFilesOnly, isPublisherOn } from "../../service/ingest/due";
import { PUBLISHERS } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import type { Store } from "../../service/store/store";
import { RUN } from "../data/data-io";
import { updatingNow } from "../data/one-update";
import { type DuePublisher, duePublishers, type UpdateEvent } from "../data/update-events";
import { BUILT, ROOT } from "../io";

/** The script that runs commands: the built one, or the one that compiles the sources. */
const COMMANDS = BUILT ? path.join(ROOT, "dist", "commands", "run.js") : path.join(ROOT, "scripts", "run.mjs");

/** How an update ended: its exit status, and the last line that it wrote to stderr. */
interface UpdateExit {
  readonly status: number;
  readonly message?: string;
}

/** What an update in another process reports, and what it is given. */
interface UpdateProcess {
  readonly stop: AbortSignal;
  /** Your contact for publishers that require one. */
  readonly contact?: string | undefined;
  /** Receives each event of `data -- update --json`. */
  readonly on?: (event: UpdateEvent) => void;
}

/** Runs one update and resolves when it has ended. Never rejects. */
export type RunUpdate = (options: UpdateProcess) => Promise<UpdateExit>;

/** Undefined for what is no line of this command, such as a warning of Node. */
const eventIn = (line: string): UpdateEvent | undefined => parsedJson(line) as UpdateEvent | undefined;

/** Runs `npm run data -- update` in a separate process, because parsing a large document must not delay answers. */
export const updateProcess =
  (folder: string, env: NodeJS.ProcessEnv, options: readonly string[] = []): RunUpdate =>
  ({ stop, contact, on }) =>
    new Promise((resolve) => {
      // An update needs no keys.
      const { SERVICE_API_KEY: _key, SERVICE_FRED_KEY: _fred, ...rest } = env;
      const child = spawn(process.execPath, [COMMANDS, "data", "update", ...(on ? ["--json"] : []), "--data", folder, ...options], {
        stdio: on ? ["ignore", "pipe", "pipe"] : "ignore",
        // The contact is in the environment, so that lists of processes do not show it.
        env: contact === undefined ? rest : { ...rest, SERVICE_CONTACT: contact },
      });
      let last = "";
      if (child.stdout) createInterface(child.stdout).on("line", (line) => void ((event) => event && on?.(event))(eventIn(line)));
      if (child.stderr) createInterface(child.stderr).on("line", (line) => void (line.trim() !== "" && (last = line)));
      const end = (): void => void child.kill("SIGTERM");
      const over = (status: number, message: string): void => {
        stop.removeEventListener("abort", end);
        resolve({ status, ...(message === "" ? {} : { message }) });
      };
      // After `close`, nothing more comes through its pipes.
      child.once("close", (status) => over(status ?? 1, last));
      child.once("error", (e) => over(1, `The update did not start: ${e.message}.`));
      if (stop.aborted) end();
      stop.addEventListener("abort", end);
    });

/** Messages of one feed that are passed on. */
const MESSAGES = 3;

/** A publisher's update, and what its end depends on. */
interface Tracked {
  readonly shown: PublisherUpdate;
  readonly failed: boolean;
  /** False while every finished feed lacked a setting. */
  readonly fetched: boolean;
}

const waiting = ({ id, name, feeds }: DuePublisher): Tracked => ({
  shown: { id, name, state: "waiting", feeds: { done: 0, of: feeds }, documents: 0, added: 0, changed: 0, messages: [] },
  failed: false,
  fetched: false,
});

function withoutNow({ now: _, ...rest }: PublisherUpdate): Omit<PublisherUpdate, "now"> {
  return rest;
}

/** What is known of a publisher after one more event of its own. */
function after(was: Tracked, event: Exclude<UpdateEvent, { event: "due" }>): Tracked {
  const shown = withoutNow(was.shown);
  switch (event.event) {
    case "began":
      return { ...was, shown: { ...shown, state: "running" } };
    case "progress":
      return { ...was, shown: { ...shown, state: "running", now: { done: event.done, of: event.of, bytes: event.bytes === true } } };
    case "ended": {
      const done = shown.feeds.done + 1;
      const failed = was.failed || event.failures.length > 0;
      const fetched = was.fetched || event.waiting === undefined;
      const messages = [...(event.waiting === undefined ? [] : [event.waiting]), ...event.failures.slice(0, MESSAGES)];
      return {
        failed,
        fetched,
        shown: {
          ...shown,
          state: done < shown.feeds.of ? "running" : failed ? "failed" : fetched ? "done" : "not_fetched",
          feeds: { done, of: Math.max(done, shown.feeds.of) },
          documents: shown.documents + event.documents,
          added: shown.added + event.added,
          changed: shown.changed + event.changed,
          // Several feeds of a publisher often fail for one reason.
          messages: [...new Set([...shown.messages, ...messages])],
        },
      };
    }
  }
}

/** What the operator must do before this publisher is fetched; undefined if nothing. */
function leftOut(decisions: Store["decisions"], publisher: Publisher, hasFredKey: boolean, inFolder: string): LeftOutPublisher | undefined {
  const { id, name, live } = publisher;
  const on = isPublisherOn(decisions, publisher);
  const enabling = `${RUN} enable ${id} --accept${inFolder}`;
  if (live) {
    if (on && hasFredKey) return undefined;
    return {
      id,
      name,
      why: "It needs your own key, which is free. Request one at fredaccount.stlouisfed.org, then stop the service and type:",
      lines: [...(on ? [] : [enabling]), `SERVICE_FRED_KEY=YOUR_KEY npm start${inFolder && ` --${inFolder}`}`],
    };
  }
  if (on || isFilesOnly(publisher)) return undefined;
  return {
    id,
    name,
    why: "It is off. Read its terms with the first line; the second accepts them and turns it on:",
    lines: [`${RUN} enable ${id}${inFolder}`, enabling],
  };
}

interface LocalUpdatesWith {
  readonly store: Pick<Store, "decisions" | "ledger">;
  readonly database: string;
  readonly run: RunUpdate;
  /** True if the service runs with a FRED key. */
  readonly hasFredKey: boolean;
  /** The `--data` option to add to printed commands. */
  readonly inFolder: string;
  now(): number;
}

export type LocalUpdates = ReturnType<typeof createLocalUpdates>;

/** The updates that pages of this computer start: one at a time. */
export function createLocalUpdates({ store, database, run, hasFredKey, inFolder, now }: LocalUpdatesWith) {
  let publishers: readonly Tracked[] | undefined;
  let running: { readonly stopper: AbortController; readonly over: Promise<void> } | undefined;
  let ended: Pick<LocalUpdate, "ended" | "message"> = {};

  const due = async (): Promise<Tracked[]> => (await duePublishers(store, PUBLISHERS, now())).map(waiting);

  function on(event: UpdateEvent): void {
    if (event.event === "due") publishers = event.publishers.map(waiting);
    else publishers = publishers?.map((p) => (p.shown.id === event.publisher ? after(p, event) : p));
  }

  function end(stopper: AbortController, { status, message }: UpdateExit): void {
    // A publisher that was not finished shows what it has, and no longer runs.
    publishers = publishers?.map((p) => (p.shown.state === "running" ? { ...p, shown: { ...withoutNow(p.shown), state: "waiting" } } : p));
    const failed = status !== 0 && !publishers?.some((p) => p.failed);
    if (stopper.signal.aborted) ended = { ended: "stopped" };
    else if (failed)
      ended = {
        ended: "failed",
        message: message === undefined ? `The update ended with status ${status}. Details: ${RUN} status${inFolder}` : withFullStop(message),
      };
    else ended = { ended: publishers?.length === 0 ? "nothing_due" : "done" };
  }

  async function show(): Promise<LocalUpdate> {
    const shown = publishers ?? (await due());
    const elsewhere = running === undefined && updatingNow(database) !== undefined;
    return {
      phase: running ? (running.stopper.signal.aborted ? "stopping" : "running") : elsewhere ? "elsewhere" : "idle",
      ...(running ? {} : ended),
      publishers: shown.map((one) => one.shown),
      leftOut: PUBLISHERS.flatMap((publisher) => leftOut(store.decisions, publisher, hasFredKey, inFolder) ?? []),
    };
  }

  return {
    show,
    /** Does nothing while an update runs, here or in another command. */
    start: async (contact: string | undefined): Promise<LocalUpdate> => {
      if (running || updatingNow(database) !== undefined) return show();
      const stopper = new AbortController();
      publishers = undefined;
      ended = {};
      const over = due()
        .then((found): UpdateExit | Promise<UpdateExit> => {
          publishers = found;
          return stopper.signal.aborted ? { status: 1 } : run({ stop: stopper.signal, contact, on });
        })
        .catch((e: unknown): UpdateExit => ({ status: 1, message: e instanceof Error ? e.message : String(e) }))
        .then((exit) => {
          running = undefined;
          end(stopper, exit);
        });
      running = { stopper, over };
      return show();
    },
    /** Discards the document in hand and ends the update; complete documents stay. */
    cancel: (): Promise<LocalUpdate> => {
      running?.stopper.abort();
      return show();
    },
    /** Resolves when no update runs. */
    finished: async (): Promise<void> => running?.over,
    /** Cancels a running update and waits for its end. */
    stop: async (): Promise<void> => {
      running?.stopper.abort();
      await running?.over;
    },
  };
}
