import { Worker } from "node:worker_threads";
import { askedOf, formulaBlocksOf, ironCalc, type FormulaBlocks, type SecondEngine } from "../../engine/ironcalc";
import { after, type After } from "../until-stopped";

/** Longest time for the formulas of one book. */
const LIMIT_MS = 20_000;
/** Of JavaScript. The memory of WebAssembly has its own limit, 4 GB, and a calculation that reaches it fails. */
const MEMORY_MB = 1024;

/** The thread's program, as text: it is the same for the sources and for every bundle of them. Code that is given as text finds packages only from a named file. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const load = require("node:module").createRequire(workerData.from);
const { initSync, Model } = load("@ironcalc/wasm");
initSync({ module: require("node:fs").readFileSync(load.resolve("@ironcalc/wasm/wasm_bg.wasm")) });
const calculate = (${String(ironCalc)})(() => new Model("book", "en", workerData.zone, "en"));
parentPort.on("message", (book) => {
  let blocks;
  try {
    blocks = calculate(book);
  } catch {
    // The answer without blocks says so.
  }
  parentPort.postMessage(blocks);
});
parentPort.postMessage("ready");
`;

const isOutOfMemory = (e: unknown): boolean => e instanceof Error && "code" in e && e.code === "ERR_WORKER_OUT_OF_MEMORY";

/** A thread with the engine in it. Takes about 100 ms to start. */
async function started() {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { from: __filename, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  /** The thread's next message. Rejects if the thread ends before. */
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const ended = (): void => failed(new Error("The thread ended."));
      const message = (value: unknown): void => {
        worker.off("error", failed).off("exit", ended);
        resolve(value);
      };
      const failed = (e: Error): void => {
        worker.off("message", message).off("exit", ended);
        // An error while the thread is ended afterwards changes nothing.
        worker.on("error", () => undefined);
        reject(e);
      };
      worker.once("message", message).once("error", failed).once("exit", ended);
    });
  await next();
  return { worker, next };
}

/**
 * IronCalc in a thread, so that a formula without end, or one that breaks the engine, costs its own book the confirmation and no more. The thread starts with
 * the first book, does not keep the process alive between books, and is replaced after a failure. Books are calculated one after the other.
 *
 * @param startTimer for the limit of each book; tests pass their own
 */
export function createIronCalc(startTimer: After = after): SecondEngine {
  let thread: Awaited<ReturnType<typeof started>> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const calculate: SecondEngine = async (book) => {
    thread ??= await started();
    const { worker, next } = thread;
    let result: FormulaBlocks | "late" | "failed" = "failed";
    let stop: (() => void) | undefined;
    worker.ref();
    try {
      const late = new Promise<"late">((resolve) => (stop = startTimer(LIMIT_MS, () => resolve("late"))));
      const answer = next();
      worker.postMessage(askedOf(book));
      const given = await Promise.race([answer, late]);
      if (given === "late") {
        answer.catch(() => undefined);
        result = "late";
      } else if (given !== undefined) result = formulaBlocksOf(book, given as Parameters<typeof formulaBlocksOf>[1]);
    } catch (e) {
      if (!isOutOfMemory(e)) throw e;
    } finally {
      stop?.();
      if (typeof result === "string") {
        thread = undefined;
        await worker.terminate();
      } else worker.unref();
    }
    return result;
  };

  return (book) => {
    const own = last.then(() => calculate(book));
    last = own.catch(() => undefined);
    return own;
  };
}

/** The engine of this process. */
export const secondEngine: SecondEngine = createIronCalc();
