import type { Host } from "../../../core/host";
import type { Asking } from "../../../hosts/refresh/asking";
import type { RefreshWatch } from "../../../hosts/refresh/refresh-book";

/** What a task has in its thread. */
export interface TaskDesk {
  /** Sends requests to the service that the process names. */
  readonly host: Host;
  readonly watch: RefreshWatch;
  /** Counts a call, and its answer. */
  asked(): void;
  answered(): void;
}

/** Asks as `asking` does, and counts calls and answers. */
export const counting = (asking: Asking, count: Pick<TaskDesk, "asked" | "answered">): Asking => ({
  peek: (...args) => asking.peek(...args),
  atOnce: (...args) => asking.atOnce(...args),
  request: (question, caller, cell) => {
    count.asked();
    const settle: typeof caller.settle = (outcome) => {
      count.answered();
      caller.settle(outcome);
    };
    return asking.request(question, { ...caller, settle }, cell);
  },
});
