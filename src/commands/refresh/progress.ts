import { counted, withSeparators } from "../../contract/counted";
import type { Asking } from "../../hosts/refresh/asking";
import type { Io } from "../io";

/** Shortest time between two figures on a terminal. */
const EVERY_MS = 100;
const CLEAR = "\r\u001b[K";

/** What a refresh does now, in one line of a terminal that is written again and again. Without a terminal nothing is written. */
interface Progress {
  /** Shows what is done now, such as "writing". */
  step(what: string): void;
  /** Asks as `asking` does, and shows how many calls are answered. */
  counting(asking: Asking): Asking;
  /** Clears the line, for other lines. */
  clear(): void;
}

export function createProgress(name: string, { terminal, now }: Pick<Io, "terminal" | "now">): Progress {
  let shown = false;
  let last = -Infinity;
  const step = (what: string): void => {
    if (!terminal) return;
    // A longer line would break, and its first part would stay.
    terminal.write(`${CLEAR}${`${name}: ${what} …`.slice(0, Math.max(1, terminal.columns - 1))}`);
    shown = true;
    last = now();
  };
  return {
    step,
    counting: (asking) => {
      let [answered, asked] = [0, 0];
      const count = (): void => {
        if (answered === asked) step("calculating");
        else if (now() - last >= EVERY_MS) step(`asked ${withSeparators(answered)} of ${counted(asked, "call")}`);
      };
      return {
        peek: (...args) => asking.peek(...args),
        atOnce: (...args) => asking.atOnce(...args),
        request: (question, caller, cell) => {
          asked++;
          const settle: typeof caller.settle = (outcome) => {
            answered++;
            count();
            caller.settle(outcome);
          };
          return asking.request(question, { ...caller, settle }, cell);
        },
      };
    },
    clear: () => {
      if (shown) terminal?.write(CLEAR);
      shown = false;
    },
  };
}
