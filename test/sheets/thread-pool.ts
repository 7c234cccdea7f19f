import { createThread, type Thread } from "./thread";

/** A thread keeps nothing of an execution: free threads serve the next world of a test file. */
const idle: Thread[] = [];

export const takeThread = (): Thread => idle.pop() ?? createThread();
export const giveBackThread = (thread: Thread): void => void idle.push(thread);

if (typeof afterAll === "function")
  afterAll(async () => {
    for (const thread of idle.splice(0)) await thread.end();
  });
