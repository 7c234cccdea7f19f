import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { sameJson } from "../../contract/json";
import type { PaneHost } from "../pane-host";
import { cellsOf } from "../cells-of";
import { refusalMessage, type Selection } from "../workbook";

interface FollowedSelection {
  readonly selection: Selection | undefined;
  /** Why the selection could not be read. */
  readonly refused: string | undefined;
  /** False until the selection was read once. */
  readonly ready: boolean;
}

/** Follows the selection: any number of changes during a read cause one more read; the last selection wins. */
export function useSelection(host: PaneHost) {
  const workbook = cellsOf(host);
  const [state, setState] = useState<FollowedSelection>({ selection: undefined, refused: undefined, ready: false });
  /** Reads the selection again, because the cell's value may have changed. */
  const reread = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!workbook) return setState({ selection: undefined, refused: undefined, ready: true });
    let over = false;
    let reading = false;
    let changed = false;
    const read = async () => {
      changed = true;
      if (reading) return;
      reading = true;
      while (changed && !over) {
        changed = false;
        let next: FollowedSelection;
        try {
          next = { selection: await workbook.selection(), refused: undefined, ready: true };
        } catch (e) {
          next = { selection: undefined, refused: refusalMessage(e, "The selection could not be read. Select a cell again."), ready: true };
        }
        if (!over && !changed) setState((last) => (last.ready && last.refused === next.refused && sameJson(last.selection, next.selection) ? last : next));
      }
      reading = false;
    };
    reread.current = () => void read();
    const stop = workbook.onSelection(reread.current);
    reread.current();
    return () => {
      over = true;
      reread.current = () => undefined;
      stop();
    };
  }, [workbook]);
  return { ...state, reread: useCallback(() => reread.current(), []) };
}
