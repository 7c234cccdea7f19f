import { useNow } from "../hooks/use-now";
import type { TabProps } from "../tab";
import { useTables } from "../tables/use-tables";
import { RefreshSummary } from "./refresh-summary";
import { RefreshView } from "./refresh-view";
import { spreadsheetRefresherOf } from "./refresh-spreadsheet";
import { TroublesList } from "./troubles-list";
import { SpreadsheetDay } from "../settings/spreadsheet-day";
import { Unattended } from "./unattended";

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
