import type { AsOf } from "../../contract/as-of";
import { counted } from "../../contract/counted";
import { useAttempt } from "../hooks/use-attempt";
import { WorkbookSection } from "../notices/workbook-section";
import type { TabProps } from "../tab";
import type { PaneHost } from "../pane-host";
import { tableDeskOf } from "../tables/table-desk";
import type { Workbook } from "../workbook";
import { AsOfFields } from "./as-of-fields";
import { setAsOf } from "./set-as-of";

/** Refreshes the workbook's tables, which must not stay at another day than its cells. Returns what became of them, in words. */
async function tableWords(host: PaneHost, workbook: Workbook): Promise<string> {
  const desk = tableDeskOf(host);
  const ids = workbook.blocks ? desk.list(workbook).map(({ id }) => id) : [];
  if (ids.length === 0) return "";
  const failed = (await desk.refresh(workbook, ids)).filter(({ ok }) => !ok);
  const done = ids.length - failed.length;
  const kept = failed.length > 0 ? ` ${counted(failed.length, "table keeps its rows", "tables keep their rows")}: ${failed[0]?.message}` : "";
  return `${done > 0 ? ` ${counted(done, "table")} refreshed.` : ""}${kept}`;
}

/** The day or moment that all cells of the workbook are as of. Saved in the workbook; cells are recalculated when it changes. */
export function AsOfForm({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const current = host.asOf();
  const { busy, problem, run } = useAttempt(say);

  const apply = (asOf: AsOf | undefined) => {
    if (!workbook) return;
    void run(async () => {
      const { recalculated, refused } = await setAsOf(host, workbook, asOf);
      const left = refused.length > 0 ? ` ${counted(refused.length, "cell")} could not be recalculated; use Refresh.` : "";
      const shows = host.asOf() === undefined ? "Cells show the latest values" : `Cells show values as of ${host.asOf()}`;
      say(`${shows}: ${counted(recalculated, "cell")} recalculated.${left}${await tableWords(host, workbook)}`);
    }, "The day could not be set. Try again.");
  };

  return (
    <WorkbookSection host={host} id="as-of-heading" heading="As of" what="show the values of a past day">
      <AsOfFields current={current} saved="Tables are refreshed. Saved in this workbook." busy={busy} problem={problem} apply={apply} say={say} />
    </WorkbookSection>
  );
}
