import { useEffect } from "preact/hooks";

/** Pauses between looks: hosts tell of no calculation that ends, and whoever leaves a cell as it is shall not pay for it for ever. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Reads the cell again, ever less often, while it shows something else than it is going to; begins anew whenever `what` changes. */
export function useReread(open: boolean, what: string, reread: () => void): void {
  useEffect(() => {
    if (!open) return;
    let turn = 0;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const pause = PAUSES_MS[turn++];
      if (pause === undefined) return;
      timer = setTimeout(() => {
        reread();
        look();
      }, pause);
    };
    look();
    return () => clearTimeout(timer);
  }, [open, what, reread]);
}
