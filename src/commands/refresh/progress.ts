import { counted, withSeparators } from "../../contract/counted";
import type { Io } from "../io";

/** Shortest time between two figures on a terminal. */
const EVERY_MS = 100;
const CLEAR = "\r\u001b[K";

/** What a refresh does now, in one line of a terminal that is written again and again. Without a terminal nothing is written. */
interface Progress {
  /** Shows what is done now, such as "writing". */
  step(what: string): void;
  /** Shows how many calls are answered. */
  asked(answered: number, asked: number): void;
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
    asked: (answered, asked) => {
      if (answered === asked) step("calculating");
      else if (now() - last >= EVERY_MS) step(`asked ${withSeparators(answered)} of ${counted(asked, "call")}`);
    },
    clear: () => {
      if (shown) terminal?.write(CLEAR);
      shown = false;
    },
  };
}
