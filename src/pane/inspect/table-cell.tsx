import { agoWords } from "../../sources/answer-words";
import { asOfWords } from "../../contract/as-of";
import type { CellOfTable } from "../../tables/cell-of-table";
import { titleOfTable } from "../../tables/listed-table";
import { contentWords } from "../../tables/row-words";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { FactLine } from "./answer-facts";
import { useAttempt } from "../hooks/use-attempt";
import { useNow } from "../hooks/use-now";
import { Alert } from "../notices/alert";
import type { PaneHost } from "../pane-host";
import type { Tables } from "../tables/tables";
import type { TableResult } from "../../tables/table-work";
import { tableCitationOf, tableSources } from "./citation-words";
import { CitationView } from "./citation";

interface TableCellProps {
  readonly cell: CellOfTable;
  /** What the cell shows. */
  readonly shown: string;
  readonly tables: Tables;
  readonly clock: Pick<PaneHost, "now">;
  readonly say: (sentence: string) => void;
  readonly reread: () => void;
}

/** A cell of a table: which row and column it is, where the table comes from, and what can be done. */
export function TableCell({ cell: { id, memory, part }, shown, tables, clock, say, reread }: TableCellProps) {
  const { problem, run, busy } = useAttempt(say);
  const now = useNow(clock);
  const title = titleOfTable({ id, memory });
  const did = (work: () => Promise<TableResult | undefined>) =>
    void run(async () => {
      const result = await work();
      if (result && !result.ok) throw new WorkbookRefusal(result.message);
      if (result) say(result.message);
      reread();
    }, "This failed. Try again; if this persists, reload the pane.");
  const published = part.kind === "value" ? contentWords(part.published, part.column.format) : "";
  return (
    <>
      <p>
        Part of the table <b>{title}</b>.
      </p>
      {part.kind === "own" && <p class="warning">This cell is yours: the table has no value for it.</p>}
      {part.kind === "value" && (
        <div class="inspect-value" role="status" aria-live="polite">
          <p class="answer-value">{shown === "" ? "empty" : shown}</p>
          {memory.sample && <p class="answer-sample">Sample data: generated, not published</p>}
        </div>
      )}
      {part.kind === "value" && part.isTyped && (
        <p class="warning">You typed this over the published value, {published}. To get that back, clear the cell, then refresh the table.</p>
      )}
      {part.kind === "value" && part.isGone && <p class="warning">This row is not in the data any more. It stays, without its values, because you use it.</p>}
      <dl>
        {part.kind === "value" && <FactLine name="Row">{part.row}</FactLine>}
        {part.kind === "value" && <FactLine name="Column">{part.column.heading}</FactLine>}
        {part.kind === "value" && part.isTyped && <FactLine name="Published value">{published}</FactLine>}
        <FactLine name="Source">{tableSources(memory)}</FactLine>
        {memory.asOf !== undefined && <FactLine name="As of">{asOfWords(memory.asOf)}</FactLine>}
        <FactLine name="Refreshed">{agoWords(memory.at, now)}</FactLine>
      </dl>
      <CitationView citation={tableCitationOf(title, memory, part)} say={say}>
        <button type="button" aria-disabled={busy} onClick={() => did(async () => (await tables.refresh([id]))[0])}>
          {busy ? "Refreshing…" : "Refresh the table"}
        </button>
        <button type="button" onClick={() => did(() => tables.goTo(id))}>
          Go to the table
        </button>
      </CitationView>
      <Alert message={problem} />
    </>
  );
}
