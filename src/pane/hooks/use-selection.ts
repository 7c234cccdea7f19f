import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { PaneHost } from "../pane-host";
import { WorkbookRefusal, type Selection } from "../workbook";

interface Followed {
  readonly selection: Selection | undefined;
  /** Why the selection could not be read. */
  readonly refused: string | undefined;
  /** False until the selection was read once. */
  readonly told: boolean;
  /** Reads it again: the cell's value may have changed. */
  readonly reread: () => void;
}

const sameSelection = (a: Selection | undefined, b: Selection | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Follows the selection: any number of changes during a read cause one more read; the last selection wins. */
export function useSelection(host: PaneHost): Followed {
  const workbook = host.workbook();
  const [state, setState] = useState<Omit<Followed, "reread">>({ selection: undefined, refused: undefined, told: false });
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!workbook) return setState({ selection: undefined, refused: undefined, told: true });
    let over = false;
    let reading = false;
    let changed = false;
    const read = async () => {
      changed = true;
      if (reading) return;
      reading = true;
      while (changed && !over) {
        changed = false;
        let next: Omit<Followed, "reread">;
        try {
          next = { selection: await workbook.selection(), refused: undefined, told: true };
        } catch (e) {
          next = {
            selection: undefined,
            refused: e instanceof WorkbookRefusal ? e.message : "The selection could not be read. Select a cell again.",
            told: true,
          };
        }
        if (!over && !changed)
          setState((before) => (before.told && before.refused === next.refused && sameSelection(before.selection, next.selection) ? before : next));
      }
      reading = false;
    };
    again.current = () => void read();
    const stop = workbook.onSelection(again.current);
    again.current();
    return () => {
      over = true;
      again.current = () => undefined;
      stop();
    };
  }, [workbook]);
  return { ...state, reread: useCallback(() => again.current(), []) };
}
