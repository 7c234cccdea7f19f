import path from "node:path";
import { Worker } from "node:worker_threads";
import { counted } from "../../../contract/counted";
import { addressOf } from "../../../workbook/cell-address";
import { FileRefusal } from "../../../workbook/xlsx/file-refusal";
import { BUILT, ROOT } from "../../io";
import { nodeHost, type Post } from "../../node-host";
import { after, type After } from "../../until-stopped";
import { type FromThread, type Given, receivedError, STATE, type TaskName, type TaskResult, type ToThread } from "./protocol";

/** Longest time for a calculation, with the answers that it waits for. */
const LIMIT_MS = 120_000;

/** What a task needs of the process. */
interface TaskParts {
  /** Answers the requests of the thread, which has no key. */
  readonly post?: Post | undefined;
  readonly now: () => number;
  /** Receives how many calls are answered, after each. */
  readonly answered?: ((answered: number, asked: number) => void) | undefined;
  /** Ends the task. */
  readonly signal?: AbortSignal | undefined;
  /** The timer of the limit; tests pass their own. */
  readonly after?: After | undefined;
}

/** The end of a task whose thread cannot be used again. */
class Ended extends FileRefusal {}

const STAYS = "The book is as it was.";

/**
 * Why a task did not end in time.
 *
 * @param where the formula that is calculated
 */
function lateWords(where: string | undefined, unanswered: number): string {
  const late = `Its calculation did not end within ${LIMIT_MS / 1000} s`;
  if (where !== undefined)
    return `${late}: it was ended in ${where}. ${STAYS} Shorten the ranges of this formula and of others like it, or update the book in Excel.`;
  if (unanswered > 0) return `${late}: ${counted(unanswered, "call is", "calls are")} unanswered. ${STAYS} Refresh it again later.`;
  return `${late}. ${STAYS} Update it in Excel.`;
}

/** Sends requests of the thread to the service. */
function requests(worker: Worker, { post, now }: TaskParts) {
  const host = post && nodeHost(post, now);
  const open = new Map<number, () => void>();
  const cancel = (id: number): void => {
    open.get(id)?.();
    open.delete(id);
  };
  return {
    send: (id: number, body: string): void => {
      const reply = (given: Extract<ToThread, { kind: "reply" }>["reply"]): void => {
        open.delete(id);
        worker.postMessage({ kind: "reply", id, reply: given } satisfies ToThread);
      };
      if (host) open.set(id, host.send(body, reply));
    },
    cancel,
    cancelAll: () => [...open.keys()].forEach(cancel),
  };
}

/**
 * The result of the task that a thread runs now. Sends its requests meanwhile, and ends all that it started.
 *
 * @param late what ends the task after the limit, which starts again with each calculation
 * @param calculates called with the names of the sheets when a calculation begins
 */
async function resultOf<R>(worker: Worker, parts: TaskParts, late: () => Error, calculates: (sheets: readonly string[]) => void): Promise<R> {
  const { answered, signal, after: startTimer = after } = parts;
  const { send, cancel, cancelAll } = requests(worker, parts);
  let stop: (() => void) | undefined;
  let [resolve, reject]: [(result: R) => void, (e: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<R>((...settle) => void ([resolve, reject] = settle));
  const limit = (): void => {
    stop?.();
    stop = startTimer(LIMIT_MS, () => reject(late()));
  };
  const received = (message: FromThread): void => {
    if (message.kind === "send") send(message.id, message.body);
    else if (message.kind === "abort") cancel(message.id);
    else if (message.kind === "answered") answered?.(message.answered, message.asked);
    else if (message.kind === "done") resolve(message.result as R);
    else if (message.kind === "failed") reject(receivedError(message.thrown));
    else {
      calculates(message.sheets);
      limit();
    }
  };
  const failed = (e: NodeJS.ErrnoException): void =>
    reject(e.code === "ERR_WORKER_OUT_OF_MEMORY" ? new Ended(`It needs more memory than a refresh has. ${STAYS} Update it in Excel.`) : e);
  const exited = (): void => reject(new Ended(`Its calculation ended early. ${STAYS} Refresh it again.`));
  const stopped = (): void => reject(new Ended(`The refresh was ended. ${STAYS}`));
  worker.on("message", received).on("error", failed).on("exit", exited);
  signal?.addEventListener("abort", stopped);
  limit();
  try {
    return await promise;
  } finally {
    cancelAll();
    stop?.();
    worker.off("message", received).off("error", failed).off("exit", exited);
    signal?.removeEventListener("abort", stopped);
  }
}

/**
 * Creates a thread that calculates books, so that no formula keeps the process from its limit or from a signal. It starts with its first task, does not keep the process alive between tasks, and is
 * replaced after it was ended.
 */
function createBookThread() {
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(STATE).length));
  let sheets: readonly string[] = [];
  let kept: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function started(): Worker {
    if (kept) return kept;
    // Without the variables of this process, among which may be a key.
    const worker = new Worker(BUILT ? __filename : path.join(ROOT, "scripts", "run.mjs"), { env: {}, argv: [], execArgv: [], workerData: state.buffer });
    const ended = (): void => {
      if (kept === worker) kept = undefined;
    };
    worker.once("error", ended).once("exit", ended).unref();
    return (kept = worker);
  }

  function at(): string | undefined {
    const sheet = sheets[state[STATE.sheet]! - 1];
    return sheet === undefined ? undefined : addressOf({ sheet, row: state[STATE.row]!, column: state[STATE.column]! });
  }

  async function result<N extends TaskName>(task: N, given: Given<N>, parts: TaskParts): Promise<TaskResult<N>> {
    const worker = started();
    worker.ref();
    try {
      const ended = resultOf<TaskResult<N>>(
        worker,
        parts,
        () => new Ended(lateWords(at(), state[STATE.asked]! - state[STATE.answered]!)),
        (names) => void (sheets = names),
      );
      worker.postMessage({ kind: "task", task, given, shown: parts.answered !== undefined });
      return await ended;
    } catch (e) {
      if (e instanceof Ended) {
        kept = undefined;
        // An error while it ends changes nothing.
        worker.on("error", () => undefined);
        await worker.terminate();
      }
      throw e;
    } finally {
      worker.unref();
    }
  }

  return {
    /** Starts the thread, which loads the engine meanwhile. */
    start: (): void => void started(),
    /** The formula that is calculated now, `Sheet1!B2`; undefined if none is. */
    at,
    /**
     * Runs a task. Tasks run one after the other.
     *
     * @throws FileRefusal if it did not end in time, its signal ended it, or it needs too much memory; else what the task throws
     */
    run: <N extends TaskName>(task: N, given: Given<N>, parts: TaskParts): Promise<TaskResult<N>> => {
      const own = last.then(() => {
        state.fill(0);
        sheets = [];
        return result(task, given, parts);
      });
      last = own.catch(() => undefined);
      return own;
    },
  };
}

/** The thread of this process. */
export const bookThread = createBookThread();
export type BookThread = typeof bookThread;
