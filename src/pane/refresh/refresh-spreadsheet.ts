import { createListeners } from "../listeners";
import { perHost } from "../per-host";
import { refusalMessage } from "../workbook";
import type { RefreshResult, RefreshWhat, RefreshByHand, RefreshState } from "./refresh-result";
import { SCOPES } from "./refresh-words";

const FAILED = "The refresh failed for an unknown reason. Look at the cells, then try again.";

/** Refreshes a spreadsheet through its script, which goes on at its host when the pane is closed. Tables are not refreshed. */
export const spreadsheetRefresherOf = perHost((host): RefreshByHand => {
  const { notify, onChange } = createListeners();
  let state: RefreshState = { phase: "idle" };
  let running: Promise<RefreshResult> | undefined;

  async function run(what: RefreshWhat): Promise<RefreshResult> {
    const none = { what, at: host.now(), cells: 0, answered: 0, changes: [], notAnswered: [], refused: [], tables: [], stopped: false };
    try {
      const script = await host.spreadsheet?.refresh(SCOPES.find((scope) => scope.what === what)?.script ?? "book");
      return script ? { ...none, script } : { ...none, failure: FAILED };
    } catch (e) {
      return { ...none, failure: refusalMessage(e, FAILED) };
    }
  }

  return {
    state: () => state,
    start: (what) => {
      if (running) return running;
      state = { phase: "script", what, done: 0, of: 0, ...(state.last ? { last: state.last } : {}) };
      running = run(what).then((last) => {
        running = undefined;
        state = { phase: "idle", last };
        notify();
        return last;
      });
      notify();
      return running;
    },
    onChange,
  };
});
