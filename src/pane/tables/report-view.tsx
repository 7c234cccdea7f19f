import type { TableColumn } from "../../tables/memory";
import { contentWords } from "../../tables/row-words";
import type { TableResult } from "../../tables/table-work";
import { isError, type CellValue } from "../../workbook/cell";

interface ReportViewProps {
  readonly result: TableResult;
  readonly columns: readonly TableColumn[] | undefined;
}

/** Lines of each group that are shown. */
const SHOWN = 20;

function Group({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {lines.slice(0, SHOWN).map((line, i) => (
          <li key={i}>{line}</li>
        ))}
        {lines.length > SHOWN && <li class="quiet">and {lines.length - SHOWN} more</li>}
      </ul>
    </>
  );
}

const valueWords = (value: CellValue): string => (isError(value) ? value.error : value === null ? "a formula" : String(value));

/** What a refresh changed in a table, and what it left. */
export function ReportView({ result, columns = [] }: ReportViewProps) {
  const { ok, message, report } = result;
  if (!ok) return <p class="problem">{message}</p>;
  const formatOf = (heading: string): string | undefined => columns.find((c) => c.heading === heading)?.format;
  const isEmpty = !report || [report.added, report.revised, report.removed, report.struck, report.kept].every((list) => list.length === 0);
  return (
    <div class="table-report">
      <p>{message}</p>
      {report?.notes.map((note) => (
        <p key={note} class="warning">
          {note}
        </p>
      ))}
      {report && !isEmpty && (
        <details>
          <summary>What changed</summary>
          <Group
            title="Revised"
            lines={report.revised.map(
              ({ row, column, from, to }) => `${row}, ${column}: ${contentWords(from, formatOf(column))} → ${contentWords(to, formatOf(column))}`,
            )}
          />
          <Group title="Added" lines={report.added} />
          <Group title="Removed" lines={report.removed} />
          <Group
            title="No longer in the data: kept below the table because you use them, without their values"
            lines={report.struck.map(({ row, why }) => `${row}: ${why}`)}
          />
          <Group title="References of formulas, adjusted to the rows" lines={report.extended.map(({ cell, has, all }) => `${cell}: ${has} → ${all}`)} />
          <Group
            title="Your values, kept"
            lines={report.kept.map(
              ({ row, column, shown, published }) => `${row}, ${column}: ${valueWords(shown)}; published ${contentWords(published, formatOf(column))}`,
            )}
          />
        </details>
      )}
    </div>
  );
}
