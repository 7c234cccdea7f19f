import { createThread, type Thread } from "./thread";

/** Threads know nothing of the executions that they had: those that are free serve the next world of a test file. */
const idle: Thread[] = [];

export const takeThread = (): Thread => idle.pop() ?? createThread();
export const giveBackThread = (thread: Thread): void => void idle.push(thread);

if (typeof afterAll === "function")
  afterAll(async () => {
    for (const thread of idle.splice(0)) await thread.end();
  });
