import "../tables/with-desk";
import { useNow } from "../hooks/use-now";
import { WorkbookSection } from "../notices/workbook-section";
import type { TabProps } from "../tab";
import { useTables } from "../tables/use-tables";
import { refresherOf } from "./refresher";
import type { RefreshResult } from "./refresh-result";
import { RefreshView } from "./refresh-view";
import { AutomaticRefresh } from "./schedule";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { ReasonsByCount } from "../list/reasons-by-count";
import type { Workbook } from "../workbook";
import { RefreshSummary } from "./refresh-summary";
import { isChanged } from "./refresh-words";
import { WhatChanged } from "./what-changed";
import { Alert } from "../elements";

interface LastRefreshProps extends Pick<TabProps, "say"> {
  readonly result: RefreshResult;
  readonly workbook: Workbook;
  readonly now: number;
}

/** The result of the last refresh: a summary, the changes, and the cells that keep their values, with reasons. */
function LastRefresh({ result, workbook, now, say }: LastRefreshProps) {
  const { problem, run } = useAttempt(say);
  const go = goToCell(workbook, run, say);
  const { changes, notAnswered, refused, tables } = result;
  const told = tables.filter((table) => !table.result.ok || isChanged(table));
  return (
    <RefreshSummary result={result} now={now}>
      <Alert message={problem} />
      {changes.length > 0 && (
        <>
          <h3>What changed</h3>
          {/* The key resets the sort order for a new result. */}
          <WhatChanged key={result.at} changes={changes} go={go} say={say} />
        </>
      )}
      {told.length > 0 && (
        <>
          <h3>Tables</h3>
          <ul>
            {told.map(({ id, title, result: { ok, message } }) => (
              <li key={id}>
                <strong>{title}</strong>: <span class={ok ? undefined : "problem"}>{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {notAnswered.length > 0 && (
        <>
          <h3>No answer</h3>
          <p class="quiet">These cells keep their values.</p>
          <ReasonsByCount id="refresh-unanswered" items={notAnswered} go={go} />
        </>
      )}
      {refused.length > 0 && (
        <>
          <h3>Not calculated</h3>
          <p class="quiet">The workbook could not calculate these cells. They keep their values.</p>
          <ReasonsByCount id="refresh-refused" items={refused} go={go} />
        </>
      )}
    </RefreshSummary>
  );
}

/** Refreshes by hand or on a schedule, and shows what changed. */
export function RefreshTab(props: TabProps) {
  const { host, say } = props;
  const refresher = refresherOf(host);
  const now = useNow(host);
  const workbook = host.workbook();
  const { tables } = useTables(host);
  if (!workbook || !tables) return <WorkbookSection host={host} id="refresh" heading="Refresh" what="refresh its cells" />;
  return (
    <RefreshView {...props} refresher={refresher} tables={tables} last={(result) => <LastRefresh result={result} workbook={workbook} now={now} say={say} />}>
      <AutomaticRefresh host={host} say={say} refresher={refresher} />
    </RefreshView>
  );
}
