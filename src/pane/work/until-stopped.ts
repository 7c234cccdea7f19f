import { WorkbookRefusal } from "../../workbook/workbook-refusal";

export const STOPPED = "Stopped. Nothing was changed.";

/** Waits for work; from a stop on only for `graceMs`, then rejects with a `WorkbookRefusal`. The work goes on. */
export function untilStopped<T>(work: Promise<T>, signal: AbortSignal | undefined, graceMs = 0): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      timer = setTimeout(() => reject(new WorkbookRefusal(STOPPED)), graceMs);
    };
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).then(end);
  });
}
