import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { numberWords } from "../../sources/answer-words";
import { CopyTable } from "../export/copy-table";
import { LineChart, type LineChartProps } from "./line-chart";
import { Button } from "../elements";

interface PointsTableProps {
  readonly caption: string;
  readonly keyHead: string;
  readonly valueHead: string;
  /** In display order. */
  readonly rows: readonly { readonly key: string; readonly value: number }[];
  /** Decimals of the published values. */
  readonly decimals: number;
  readonly own: string | undefined;
  readonly say: (sentence: string) => void;
}

/** Rows drawn at first. */
const STEP = 24;

/** The points of a chart as a table. Its copy is tab-separated, so that a sheet pastes two columns. */
function PointsTable({ caption, keyHead, valueHead, rows, decimals, own, say }: PointsTableProps) {
  const [drawn, setDrawn] = useState(STEP);
  return (
    <div class="stack inspect-table">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{keyHead}</th>
            <th scope="col">{valueHead}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.key}
                {row.key === own ? " (this cell)" : ""}
              </th>
              <td>{numberWords(row.value, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        {rows.length > drawn && <Button class="small" words={`Show more of ${rows.length}`} act={() => setDrawn(drawn + 5 * STEP)} />}
        <CopyTable small rows={() => [[keyHead, valueHead], ...rows.map((r) => [r.key, r.value])]} count={rows.length} say={say}>
          Copy table
        </CopyTable>
      </div>
    </div>
  );
}

interface ChartOrTableProps {
  readonly chart: LineChartProps;
  readonly table: PointsTableProps;
  readonly sample: boolean;
  /** Between the chart and its buttons. */
  readonly note?: ComponentChildren;
  /** Buttons beside the choice. */
  readonly children?: ComponentChildren;
}

/** Points as a chart or, if the user chooses so, as a table. */
export function ChartOrTable({ chart, table, sample, note, children }: ChartOrTableProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      {asTable ? <PointsTable {...table} /> : <LineChart {...chart} />}
      {note}
      <div class="buttons inspect-under">
        <Button class="small" aria-pressed={asTable} words="Show as table" act={() => setAsTable(!asTable)} />
        {children}
        {sample && <span class="answer-sample">Sample data</span>}
      </div>
    </>
  );
}
