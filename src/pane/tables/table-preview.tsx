import { counted } from "../../contract/counted";
import type { TableData } from "../../tables/kind";
import { shownText } from "../../tables/row-words";

/** Rows and columns of the preview. */
const ROWS = 5;
const COLUMNS = 6;

/** The first rows of a table of `count` rows, before it is inserted. */
export function TablePreview({ data, count }: { readonly data: TableData; readonly count: number }) {
  const { title, columns, rows, sample, notes } = data;
  const shown = columns.slice(0, COLUMNS);
  return (
    <div class="table-preview">
      <p>
        <strong>{title}</strong>
      </p>
      {sample && <p class="answer-sample">Sample data</p>}
      {rows.length === 0 ? (
        <p>No rows. Change the form, such as the dates.</p>
      ) : (
        <div class="table-scroll" role="region" aria-label="First rows" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {shown.map(({ id, heading, format }) => (
                  <th key={id} scope="col" class={format === undefined ? "" : "table-number"}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, ROWS).map((row, r) => (
                <tr key={r}>
                  {shown.map(({ id, format }, c) => (
                    <td key={id} class={typeof row[c] === "number" ? "table-number" : ""}>
                      {shownText(row[c] ?? null, format)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="quiet">
        {counted(count, "row")}, {counted(columns.length, "column")}
        {columns.length > COLUMNS ? `; ${counted(columns.length - COLUMNS, "column")} more than shown` : ""}.
      </p>
      {notes.map((note) => (
        <p key={note} class="warning">
          {note}
        </p>
      ))}
    </div>
  );
}
