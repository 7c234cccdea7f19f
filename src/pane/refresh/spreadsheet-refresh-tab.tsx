import { useNow } from "../hooks/use-now";
import { createListeners } from "../listeners";
import { perHost } from "../per-book";
import { AsOfView } from "../settings/as-of-view";
import type { TabProps } from "../tab";
import { useTables } from "../tables/use-tables";
import { refusalMessage } from "../workbook";
import type { RefreshByHand, RefreshResult, RefreshState, RefreshWhat } from "./refresh-result";
import { RefreshSummary, TroublesList } from "./refresh-summary";
import { RefreshView } from "./refresh-view";
import { SCOPES } from "./refresh-words";
import { Unattended } from "./unattended";

const FAILED = "The refresh failed for an unknown reason. Look at the cells, then try again.";

/** Refreshes a spreadsheet through its script, which goes on at its host when the pane is closed. */
const spreadsheetRefresherOf = perHost((host): RefreshByHand => {
  const { notify, onChange } = createListeners();
  let state: RefreshState = { phase: "idle" };
  let running: Promise<RefreshResult> | undefined;

  async function run(what: RefreshWhat): Promise<RefreshResult> {
    const none = { what, at: host.now(), cells: 0, answered: 0, changes: [], notAnswered: [], refused: [], tables: [], stopped: false };
    try {
      const script = await host.spreadsheet?.refresh(SCOPES.find((scope) => scope.value === what)?.script ?? "book");
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

/** The day or moment that all cells of a spreadsheet are as of, for all its users. Nothing without a key, as the refresh above says. */
function SpreadsheetDay({ host, say }: Pick<TabProps, "host" | "say">) {
  const { spreadsheet } = host;
  if (!spreadsheet || host.connection().kind === "none") return null;
  const blocked = spreadsheetRefresherOf(host).state().phase !== "idle";
  return (
    <AsOfView host={host} say={say} saved="Tables are refreshed. Saved in this spreadsheet, for all its users." blocked={blocked} set={spreadsheet.setAsOf} />
  );
}

/** Refreshes a spreadsheet through its script, by hand or on a schedule of its host. */
export function SpreadsheetRefreshTab(props: TabProps) {
  const { host, say } = props;
  const now = useNow(host);
  const { tables } = useTables(host);
  if (!host.spreadsheet || !tables) return null;
  return (
    <RefreshView
      {...props}
      refresher={spreadsheetRefresherOf(host)}
      tables={tables}
      last={(result) => (
        <RefreshSummary result={result} now={now}>
          {result.script && <TroublesList troubles={result.script.troubles} unit="cell" />}
        </RefreshSummary>
      )}
    >
      <SpreadsheetDay host={host} say={say} />
      <Unattended schedule={host.spreadsheet.schedule} say={say} />
    </RefreshView>
  );
}
