import { hasServiceCall } from "../../workbook/formulas/service-calls";
import { resolveCalls } from "../questions/resolve-calls";
import type { CellCalls } from "../spreadsheet";
import type { TabProps } from "../tab";
import type { Selection } from "../workbook";
import { InspectView } from "./inspect-view";
import { SourcesSheet } from "./sources-sheet";
import { PlainCell } from "./plain-cell";

/** Shows where the selected cell's value comes from, and writes the sources of a workbook to a sheet. */
export function InspectTab(props: TabProps) {
  const { host, say, show } = props;
  const workbook = host.workbook();
  const callsOf = ({ active, formula }: Selection): Promise<CellCalls> | undefined =>
    workbook && hasServiceCall(formula)
      ? resolveCalls([{ ...active, formula }], host.cells.callLog, workbook).then(([calls = []]) => ({ place: active, formula, calls, more: 0 }))
      : undefined;
  return (
    <InspectView
      {...props}
      callsOf={callsOf}
      plain={(selection, reread) => workbook && <PlainCell host={host} workbook={workbook} selection={selection} say={say} show={show} reread={reread} />}
    >
      {workbook && <SourcesSheet host={host} workbook={workbook} say={say} />}
    </InspectView>
  );
}
