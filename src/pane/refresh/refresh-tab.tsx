import "../tables/with-desk";
import { useNow } from "../hooks/use-now";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { useTables } from "../tables/use-tables";
import { LastRefresh } from "./last-refresh";
import { refresherOf } from "./refresher";
import { RefreshView } from "./refresh-view";
import { AutomaticRefresh } from "./schedule";

/** Refreshes by hand or on a schedule, and shows what changed. */
export function RefreshTab(props: TabProps) {
  const { host, say } = props;
  const refresher = refresherOf(host);
  const now = useNow(host);
  const workbook = host.workbook();
  const { tables } = useTables(host);
  if (!workbook || !tables)
    return (
      <section aria-labelledby="refresh">
        <h2 id="refresh">Refresh</h2>
        <WorkbookNeeded host={host} what="refresh its cells" />
      </section>
    );
  return (
    <RefreshView {...props} refresher={refresher} tables={tables} last={(result) => <LastRefresh result={result} workbook={workbook} now={now} say={say} />}>
      <AutomaticRefresh host={host} say={say} refresher={refresher} />
    </RefreshView>
  );
}
