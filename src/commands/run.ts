import { isMainThread } from "node:worker_threads";

/** Words after `refresh` that need no calculation. */
const WITHOUT_THREAD: readonly (string | undefined)[] = [undefined, "--help", "diff", "find"];

/** Entry point of the commands, and of the threads that they start. Each loads only what it needs. */
async function run([command, word]: readonly (string | undefined)[]): Promise<void> {
  if (!isMainThread) return (await import("./refresh/thread/in-thread")).runTasks();
  // The thread loads the engine while this one loads the commands.
  if (command === "refresh" && !WITHOUT_THREAD.includes(word)) (await import("./refresh/thread/book-thread")).bookThread.start();
  process.exitCode = await (await import("./main")).main(process.argv.slice(2));
}

void run(process.argv.slice(2));
