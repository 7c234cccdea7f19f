import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { sha256Of } from "../../service/store/archive";

/** The file that Excel keeps beside a book while it is open there. */
export const excelMark = (book: string): string => `~$${path.basename(book)}`;

/** True if the book is open in Excel, on any machine. */
export const isOpenInExcel = (book: string): boolean => existsSync(path.join(path.dirname(book), excelMark(book)));

interface State {
  /** Stamp of the file at the last look. */
  seen?: string | undefined;
  /** Stamp of the file before it was last refreshed, or of one with the same content. */
  done?: string | undefined;
  /** SHA-256 of what the last refresh left; undefined if it failed. */
  stored?: string | undefined;
  /** It was found open in Excel. */
  waits: boolean;
}

/** Differs after every save. */
function stampOf(book: string): string {
  const { mtimeNs, size, ino } = statSync(book, { bigint: true });
  return `${mtimeNs} ${size} ${ino}`;
}

/** Finds the books that somebody saved, by looking again and again. Compares stamps and contents: file events are missing on network drives, and end when an editor replaces the file. */
export function savedBooks() {
  const states = new Map<string, State>();
  const stateOf = (book: string): State => {
    const state = states.get(book) ?? { waits: false };
    states.set(book, state);
    return state;
  };

  function isReady(book: string): "ready" | "open" | undefined {
    const state = stateOf(book);
    const before = state.seen;
    state.seen = stampOf(book);
    if (state.seen === state.done || state.seen !== before) return undefined;
    if (isOpenInExcel(realpathSync(book))) {
      const isFirst = !state.waits;
      state.waits = true;
      return isFirst ? "open" : undefined;
    }
    state.waits = false;
    // What the last refresh wrote itself, or a copy of it.
    if (state.stored !== undefined && sha256Of(readFileSync(book)) === state.stored) {
      state.done = state.seen;
      return undefined;
    }
    return "ready";
  }

  return {
    /**
     * The books that were saved since they were last refreshed, and did not change since the last look; and those among them that are found open in Excel for the
     * first time, which are not ready yet.
     */
    look: (books: readonly string[]) => {
      const found = { ready: [] as string[], open: [] as string[] };
      for (const book of books)
        try {
          const is = isReady(book);
          if (is) found[is].push(book);
        } catch {
          // An editor is replacing it, or the network drive is away: the next look sees.
          stateOf(book).seen = undefined;
        }
      return found;
    },
    /** Called before a book is read. Returns what to call after: with the SHA-256 of what the refresh left in the file, if it was not refused. */
    begin: (book: string) => {
      let stamp: string | undefined;
      try {
        stamp = stampOf(book);
      } catch {
        // The refresh says what is wrong with the file.
      }
      return (stored: string | undefined): void => void Object.assign(stateOf(book), { done: stamp, stored });
    },
  };
}
