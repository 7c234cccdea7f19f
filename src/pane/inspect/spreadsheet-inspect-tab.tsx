import type { TabProps } from "../tab";
import { InspectView } from "./inspect-view";

/** Shows where the selected cell's value comes from. A spreadsheet's script finds its calls, also those of a formula that spills into the cell. */
export const SpreadsheetInspectTab = (props: TabProps) => (
  <InspectView
    {...props}
    callsOf={({ formula, shown }) => (formula === "" && shown.text === "" ? undefined : props.host.spreadsheet?.calls())}
    plain={() => <p>No SERVICE formula fills this cell. Select a cell with a SERVICE value to see its source and date.</p>}
  />
);
