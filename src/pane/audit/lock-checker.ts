import type { Lock } from "../../proof/lock";
import { LockFault, readLock } from "../../proof/read-lock";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perBook } from "../per-book";
import { refusalMessage } from "../workbook";
import { compareWithLock, type ComparedCell } from "./compare-with-lock";

/** A comparison with a lock. */
interface LockCheck {
  /** The lock's file name. */
  readonly name: string;
  readonly lock: Lock;
  readonly cells: readonly ComparedCell[];
  /** Wall milliseconds. */
  readonly at: number;
}

interface LockCheckerState {
  readonly busy: boolean;
  readonly last?: LockCheck;
  /** Why the last file was not compared, and what to do. */
  readonly failure?: string;
}

/** Compares the workbook with a lock that the user chooses, and keeps the result while other tabs are shown. */
interface LockChecker {
  state(): LockCheckerState;
  /** Reads and compares a file. Never rejects. */
  choose(file: File): Promise<void>;
  /** Compares the same lock again. Never rejects. */
  again(): Promise<void>;
  onChange(listener: () => void): () => void;
}

/** One for each book. */
export const lockCheckerOf = perBook(createLockChecker);

function createLockChecker(host: PaneHost): LockChecker {
  let state: LockCheckerState = { busy: false };
  const { notify, onChange } = createListeners();
  const become = (next: LockCheckerState) => {
    state = next;
    notify();
  };
  const last = () => (state.last ? { last: state.last } : {});

  async function compare(name: string, lock: Lock): Promise<void> {
    const workbook = host.workbook();
    if (!workbook) return become({ busy: false, failure: "No workbook is open. Open the pane in Excel or in the workbench." });
    const cells = await compareWithLock(lock, workbook, {});
    become({ busy: false, last: { name, lock, cells, at: host.now() } });
  }

  async function work(piece: () => Promise<void>): Promise<void> {
    if (state.busy) return;
    become({ busy: true, ...last() });
    try {
      await piece();
    } catch (e) {
      become({ busy: false, ...last(), failure: refusalMessage(e, "The workbook could not be compared. Try again in a moment.") });
    }
  }

  return {
    state: () => state,
    choose: (file) =>
      work(async () => {
        let lock: Lock;
        try {
          lock = readLock(await file.text());
        } catch (e) {
          const why = e instanceof LockFault ? e.message : "The file could not be read. Choose it again.";
          return become({ busy: false, ...last(), failure: `${file.name}: ${why}` });
        }
        await compare(file.name, lock);
      }),
    again: () => work(async () => (state.last ? compare(state.last.name, state.last.lock) : become({ busy: false }))),
    onChange,
  };
}
