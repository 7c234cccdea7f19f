import type { AsOf } from "../../contract/as-of";
import { counted } from "../../contract/counted";
import type { PaneHost } from "../pane-host";
import type { SpreadsheetAsOf } from "../spreadsheet";
import type { TabProps } from "../tab";
import { tableDeskOf } from "../tables/table-desk";
import { hasTables } from "../tables/use-tables";
import type { Workbook } from "../workbook";
import { AsOfView } from "./as-of-view";
import { setAsOf } from "./set-as-of";

/** Refreshes the workbook's tables, which must not stay at another day than its cells. Returns what became of them, in words. */
async function tableWords(host: PaneHost): Promise<string> {
  const desk = tableDeskOf(host);
  const ids = hasTables(host) ? desk.list().map(({ id }) => id) : [];
  if (ids.length === 0) return "";
  const failed = (await desk.refresh(ids)).filter(({ ok }) => !ok);
  const done = ids.length - failed.length;
  const kept = failed.length > 0 ? ` ${counted(failed.length, "table keeps its rows", "tables keep their rows")}: ${failed[0]?.message}` : "";
  return `${done > 0 ? ` ${counted(done, "table")} refreshed.` : ""}${kept}`;
}

/** Sets the day of a workbook's cells and tables. */
async function inWorkbook(host: PaneHost, workbook: Workbook, asOf: AsOf | undefined): Promise<SpreadsheetAsOf> {
  const { recalculated, refused } = await setAsOf(host, workbook, asOf);
  const left = refused.length > 0 ? ` ${counted(refused.length, "cell")} could not be recalculated; use Refresh.` : "";
  const shows = host.asOf() === undefined ? "Cells show the latest values" : `Cells show values as of ${host.asOf()}`;
  return { done: `${shows}: ${counted(recalculated, "cell")} recalculated.${left}${await tableWords(host)}`, troubles: [] };
}

/** The day or moment that all cells of the workbook are as of. */
export function AsOfForm({ host, say }: Pick<TabProps, "host" | "say">) {
  const set = async (asOf: AsOf | undefined): Promise<SpreadsheetAsOf> => {
    const workbook = host.workbook();
    return workbook ? inWorkbook(host, workbook, asOf) : { done: "", troubles: [] };
  };
  return <AsOfView host={host} say={say} saved="Tables are refreshed. Saved in this workbook." set={set} />;
}
