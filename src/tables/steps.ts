/** A result now, or later from a host that makes its callers wait. */
export type Eventually<T> = T | Promise<T>;

/** Work on any host: it yields each result that it needs, and continues with it. */
export type Steps<T> = Generator<unknown, T, unknown>;

/** Waits for a result within `Steps`: `const block = yield* wait(blocks.read(name))`. */
export function* wait<T>(result: Eventually<T>): Steps<T> {
  return (yield result) as T;
}

/** Runs work on a host whose results arrive later. Rejects with what the work throws. */
export async function inTime<T>(work: Steps<T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = await step.value;
    } catch (e) {
      step = work.throw(e);
      continue;
    }
    step = work.next(result);
  }
  return step.value;
}

/** Runs work on a host that blocks until it has its results, such as Apps Script, which does not wait for promises. */
export function atOnce<T>(work: Steps<T>): T {
  let step = work.next();
  while (!step.done) {
    if (step.value instanceof Promise) throw new TypeError("Expected a result now, got a promise: this host cannot wait.");
    step = work.next(step.value);
  }
  return step.value;
}
