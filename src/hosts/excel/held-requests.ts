import { createListeners } from "../../pane/listeners";
import type { HeldUp } from "../../pane/workbook";

/** How long Excel may take to answer before it is asked why. */
const PATIENCE_MS = 1_000;
/** Pause between two looks at whether a cell is still being edited. */
const PAUSE_MS = 2_000;

/**
 * Knows why Excel does not answer. office.js holds requests while a cell is edited, also if the user has clicked into the pane, and does not report it.
 *
 * @param isEditing asks Excel without waiting for the end of the edit
 */
export function createHeldRequests(isEditing: () => Promise<boolean>) {
  const { notify, onChange } = createListeners();
  let why: HeldUp | undefined;
  let late = 0;
  /** The question whether a cell is edited is under way; Excel has not answered it for a while. */
  let asking = false;
  let isSilent = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const become = (next: HeldUp | undefined): void => {
    const now = late > 0 ? next : undefined;
    if (now === why) return;
    why = now;
    notify();
  };
  const look = async (): Promise<void> => {
    clearTimeout(pause);
    // Some hosts answer one request at a time, and hold the question too.
    if (isSilent) become("silent");
    if (asking || late === 0) return;
    asking = true;
    const silence = setTimeout(() => {
      isSilent = true;
      become("silent");
    }, PATIENCE_MS);
    const editing = await isEditing().catch(() => false);
    clearTimeout(silence);
    asking = isSilent = false;
    become(editing ? "editing" : undefined);
    pause = setTimeout(() => void look(), PAUSE_MS);
  };

  return {
    state: () => why,
    onChange,
    /** Watches a request until it is answered. */
    watch: async <T>(request: Promise<T>): Promise<T> => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        late++;
        void look();
      }, PATIENCE_MS);
      try {
        return await request;
      } finally {
        clearTimeout(timer);
        if (isLate) late--;
        if (late === 0) become(undefined);
      }
    },
  };
}
