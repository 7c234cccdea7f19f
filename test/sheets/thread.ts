import { MessageChannel, Worker } from "node:worker_threads";
import { bundles } from "./bundle";
import type { FromThread, Setup, ToThread } from "./calls";

/** A thread that runs executions in turn. It blocks while it waits for a reply. */
export interface Thread {
  /**
   * Starts an execution, or replies to the waiting one. Returns the thread's next message. Rejects after this long without one (real milliseconds), or if
   * the thread ends.
   */
  resume(message: Setup | ToThread, patienceMs: number): Promise<FromThread>;
  end(): Promise<void>;
}

export function createThread(): Thread {
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
    resume: async (message, patienceMs) => {
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
    end: async () => {
      waiting = undefined;
      port1.close();
      await worker.terminate();
    },
  };
}
