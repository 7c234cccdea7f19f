import { useNow } from "../hooks/use-now";
import type { TabProps } from "../tab";
import { useTables } from "../tables/use-tables";
import { RefreshSummary, TroublesList } from "./refresh-summary";
import { RefreshView } from "./refresh-view";
import { spreadsheetRefresherOf } from "./refresh-spreadsheet";
import { Unattended } from "./unattended";
import { AsOfView } from "../settings/as-of-view";

/** The day or moment that all cells of a spreadsheet are as of, for all its users. Nothing without a key, as the refresh above says. */
function SpreadsheetDay({ host, say }: Pick<TabProps, "host" | "say">) {
  const { spreadsheet } = host;
  if (!spreadsheet || host.connection().kind === "none") return null;
  const blocked = spreadsheetRefresherOf(host).state().phase !== "idle";
  return <AsOfView host={host} say={say} saved="Saved in this spreadsheet, for all its users." blocked={blocked} set={spreadsheet.setAsOf} />;
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
