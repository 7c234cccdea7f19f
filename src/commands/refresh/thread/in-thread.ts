import { parentPort, workerData } from "node:worker_threads";
import type { Host } from "../../../core/host";
import { nodeHost } from "../../node-host";
import { bookTasks } from "./book-tasks";
import { type FromThread, sentError, STATE, type ToThread } from "./protocol";
import type { TaskDesk } from "./task-desk";

/** Runs the tasks of a process in this thread: the other side of `bookThread`. */
export function runTasks(): void {
  const port = parentPort!;
  const state = new Int32Array(workerData as SharedArrayBuffer);
  const say = (message: FromThread): void => port.postMessage(message);

  const waiting = new Map<number, Parameters<Host["send"]>[1]>();
  let sent = 0;
  const host: Host = {
    ...nodeHost(() => Promise.reject(new Error("A thread has no network.")), Date.now),
    send: (body, done) => {
      const id = ++sent;
      waiting.set(id, done);
      say({ kind: "send", id, body });
      return () => {
        waiting.delete(id);
        say({ kind: "abort", id });
      };
    },
  };
  const desk = (shown: boolean): TaskDesk => ({
    host,
    asked: () => void state[STATE.asked]!++,
    answered: () => {
      const answered = ++state[STATE.answered]!;
      if (shown) say({ kind: "answered", answered, asked: state[STATE.asked]! });
    },
    watch: {
      calculates: (sheets) => say({ kind: "calculates", sheets }),
      formula: (sheet, row, column) => {
        // The next task begins when no formula is calculated.
        if (state[STATE.sheet] === 0) setImmediate(() => (state[STATE.sheet] = 0));
        state[STATE.row] = row;
        state[STATE.column] = column;
        state[STATE.sheet] = sheet + 1;
      },
    },
  });

  port.on("message", (message: ToThread) => {
    if (message.kind === "reply") {
      waiting.get(message.id)?.(message.reply);
      waiting.delete(message.id);
      return;
    }
    const task = bookTasks[message.task] as (given: unknown, desk: TaskDesk) => Promise<unknown>;
    void task(message.given, desk(message.shown)).then(
      (result) => say({ kind: "done", result }),
      (e: unknown) => say({ kind: "failed", thrown: sentError(e) }),
    );
  });
}
