import { useEffect } from "preact/hooks";

/** Pauses between reads. Hosts do not report the end of a calculation, and a cell that stays selected must not be polled forever. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Rereads the cell at growing intervals while `open`: it does not show its answer yet. Starts over when `what` changes. */
export function useReread(open: boolean, what: string, reread: () => void): void {
  useEffect(() => {
    if (!open) return;
    let turn = 0;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const pause = PAUSES_MS[turn++];
      if (pause === undefined) return;
      timer = setTimeout(() => {
        reread();
        schedule();
      }, pause);
    };
    schedule();
    return () => clearTimeout(timer);
  }, [open, what, reread]);
}
