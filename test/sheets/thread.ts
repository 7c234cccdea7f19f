import { buildSync } from "esbuild";
import path from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import type { FromThread, Setup, ToThread } from "./calls";

export type Thread = ReturnType<typeof createThread>;

const ROOT = path.resolve(__dirname, "../..");

function bundled(entry: string, platform: "node" | "neutral"): string {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [`test/sheets/${entry}`],
    bundle: true,
    write: false,
    platform,
    target: "node20",
    format: platform === "node" ? "cjs" : "iife",
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

let made: { readonly thread: string; readonly services: string } | undefined;

/** The code that runs in a thread, and the fake Google services for each context. Bundled once for a test file. */
const bundles = (): { readonly thread: string; readonly services: string } =>
  (made ??= { thread: bundled("thread-main.ts", "node"), services: bundled("guest/guest.ts", "neutral") });

/** A thread that runs executions in turn. It blocks while it waits for a reply. */
function createThread() {
  const { port1, port2 } = new MessageChannel();
  const said = new Int32Array(new SharedArrayBuffer(4));
  const { thread, services } = bundles();
  const worker = new Worker(thread, { eval: true, workerData: { port: port2, said, services }, transferList: [port2] });
  let waiting: { resolve(message: FromThread): void; reject(e: Error): void } | undefined;
  const lost = (e: Error) => {
    waiting?.reject(e);
    waiting = undefined;
  };
  port1.on("message", (message: FromThread) => {
    waiting?.resolve(message);
    waiting = undefined;
  });
  worker.on("error", lost);
  worker.on("exit", () => lost(new Error("The thread of the execution ended.")));
  // A world that a test did not close must not keep the process alive.
  worker.unref();
  port1.unref();
  return {
    /**
     * Starts an execution, or replies to the waiting one. Returns the thread's next message. Rejects after this long without one (real milliseconds), or if
     * the thread ends.
     */
    resume: async (message: Setup | ToThread, patienceMs: number) => {
      let patience: NodeJS.Timeout | undefined;
      const next = new Promise<FromThread>((resolve, reject) => {
        waiting = { resolve, reject };
        patience = setTimeout(
          () => reject(new Error("The script computes without an end, or for very long, without asking any service for anything.")),
          patienceMs,
        );
      });
      port1.postMessage(message);
      Atomics.add(said, 0, 1);
      Atomics.notify(said, 0);
      return next.finally(() => clearTimeout(patience));
    },
    end: async (): Promise<void> => {
      waiting = undefined;
      port1.close();
      await worker.terminate();
    },
  };
}

/** A thread keeps nothing of an execution: free threads serve the next world of a test file. */
const idle: Thread[] = [];

export const takeThread = (): Thread => idle.pop() ?? createThread();
export const giveBackThread = (thread: Thread): void => void idle.push(thread);

if (typeof afterAll === "function")
  afterAll(async () => {
    for (const thread of idle.splice(0)) await thread.end();
  });
