import { useState } from "preact/hooks";
import { numberWords } from "../../sources/answer-words";
import { CopyButton } from "../export/copy-button";
import { tabSeparated } from "../export/tab-separated";
import { counted } from "../../contract/counted";

interface TableRow {
  readonly key: string;
  readonly value: number;
}

interface PointsTableProps {
  readonly caption: string;
  readonly keyHead: string;
  readonly valueHead: string;
  /** In display order. */
  readonly rows: readonly TableRow[];
  /** Decimals of the published values. */
  readonly decimals: number;
  readonly own: string | undefined;
  readonly say: (sentence: string) => void;
}

/** Rows drawn at first. */
const STEP = 24;

/** The points of a chart as a table. Its copy is tab-separated, so that a sheet pastes two columns. */
export function PointsTable({ caption, keyHead, valueHead, rows, decimals, own, say }: PointsTableProps) {
  const [drawn, setDrawn] = useState(STEP);
  const text = () => tabSeparated([[keyHead, valueHead], ...rows.map((r) => [r.key, r.value])]);
  return (
    <div class="inspect-table">
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
        {rows.length > drawn && (
          <button type="button" class="small" onClick={() => setDrawn(drawn + 5 * STEP)}>
            Show more of {rows.length}
          </button>
        )}
        <CopyButton small text={text} copied={`Copied ${counted(rows.length, "row")}. Paste into a sheet.`} say={say}>
          Copy table
        </CopyButton>
      </div>
    </div>
  );
}
