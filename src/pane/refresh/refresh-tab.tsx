import { useMemo, useState } from "preact/hooks";
import { KeyNeeded } from "../notices/key-needed";
import { ProgressBar } from "../work/progress-bar";
import { useNow } from "../hooks/use-now";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { useChanges } from "../hooks/use-changes";
import { LastRefresh } from "./last-refresh";
import { phaseWords, resultWords } from "./refresh-words";
import { refresherOf, type RefreshWhat } from "./refresher";
import { TableList } from "../tables/table-list";
import { tableDeskOf, tablesIn } from "../tables/table-desk";
import { Schedule } from "./schedule";
import { ScopeChoice } from "./scope-choice";

/** Refreshes by hand or on a schedule, and shows what changed. A refresh continues when another tab is shown. */
export function RefreshTab({ host, say, show }: TabProps) {
  useChanges(host);
  const refresher = refresherOf(host);
  useChanges(refresher);
  const now = useNow(host);
  const state = refresher.state();
  const [chosen, setChosen] = useState<RefreshWhat>("workbook");
  const workbook = host.workbook();
  const tablesHere = useMemo(() => workbook && tablesIn(tableDeskOf(host), workbook), [host, workbook]);
  const running = state.phase !== "idle";

  if (!workbook || !tablesHere)
    return (
      <section aria-labelledby="refresh">
        <h2 id="refresh">Refresh</h2>
        <WorkbookNeeded host={host} what="refresh its cells" />
      </section>
    );

  const start = async () => {
    if (running) return;
    say("Refreshing.");
    say(resultWords(await refresher.start(chosen)));
  };

  return (
    <>
      <section aria-labelledby="refresh">
        <h2 id="refresh">Refresh</h2>
        <p>Gets the latest values. Cells and tables keep theirs until then.</p>
        {host.connection().kind === "none" ? (
          <KeyNeeded button="Add a key in Account" go={() => show("account")}>
            No API key yet. Cells can be refreshed once there is one.
          </KeyNeeded>
        ) : (
          <>
            <ScopeChoice chosen={running ? state.what : chosen} choose={setChosen} />
            {running && <ProgressBar label={phaseWords(state)} done={state.done} of={state.of} />}
            <div class="buttons">
              <button type="button" class="primary" aria-disabled={running} onClick={() => void start()}>
                {running ? "Refreshing…" : "Refresh"}
              </button>
              {running && (
                <button type="button" onClick={() => refresher.stop()}>
                  Stop
                </button>
              )}
            </div>
          </>
        )}
      </section>
      {!running && state.last && <LastRefresh result={state.last} workbook={workbook} now={now} say={say} />}
      <TableList tables={tablesHere} asOf={host.asOf()} clock={host} say={say} />
      <Schedule host={host} say={say} refresher={refresher} />
    </>
  );
}
