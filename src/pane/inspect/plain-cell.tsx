import { useState } from "preact/hooks";
import { asOfWords } from "../../contract/as-of";
import { counted } from "../../contract/counted";
import { agoWords } from "../../sources/answer-words";
import { cellOfTable, type CellOfTable } from "../../tables/cell-of-table";
import { titleOfTable } from "../../tables/listed-table";
import { contentWords } from "../../tables/row-words";
import { inTime } from "../../tables/steps";
import type { TableResult } from "../../tables/table-work";
import { type CellPlace, isError } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { referencesOf } from "../../workbook/areas";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import { useNow } from "../hooks/use-now";
import type { PaneHost } from "../pane-host";
import { tableDeskOf } from "../tables/table-desk";
import type { Tables } from "../tables/tables";
import type { Selection, Workbook } from "../workbook";
import { Facts } from "../fields/facts";
import { CitationView, tableCitationOf, tableSources } from "./citation";
import type { TabProps } from "../tab";
import { Alert, Button } from "../elements";

interface TableCellProps extends Pick<TabProps, "say"> {
  readonly cell: CellOfTable;
  /** What the cell shows. */
  readonly shown: string;
  readonly tables: Tables;
  readonly clock: Pick<PaneHost, "now">;
  readonly reread: () => void;
}

/** A cell of a table: which row and column it is, where the table comes from, and what can be done. */
function TableCell({ cell: { id, memory, part }, shown, tables, clock, say, reread }: TableCellProps) {
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
        <div class="stack close" role="status" aria-live="polite">
          <p class="answer-value">{shown === "" ? "empty" : shown}</p>
          {memory.sample && <p class="answer-sample">Sample data: generated, not published</p>}
        </div>
      )}
      {part.kind === "value" && part.isTyped && (
        <p class="warning">You typed this over the published value, {published}. To get that back, clear the cell, then refresh the table.</p>
      )}
      {part.kind === "value" && part.isGone && <p class="warning">This row is not in the data any more. It stays, without its values, because you use it.</p>}
      <Facts
        of={[
          ["Row", part.kind === "value" ? part.row : undefined],
          ["Column", part.kind === "value" ? part.column.heading : undefined],
          ["Published value", part.kind === "value" && part.isTyped ? published : undefined],
          ["Source", tableSources(memory)],
          ["As of", memory.asOf && asOfWords(memory.asOf)],
          ["Refreshed", agoWords(memory.at, now)],
        ]}
      />
      <CitationView citation={tableCitationOf(title, memory, part)} say={say}>
        <Button aria-disabled={busy} words={busy ? "Refreshing…" : "Refresh the table"} act={() => did(async () => (await tables.refresh([id]))[0])} />
        <Button words="Go to the table" act={() => did(() => tables.goTo(id))} />
      </CitationView>
      <Alert message={problem} />
    </>
  );
}

/** The table that the selected cell belongs to; `isKnown` is false until the workbook was asked about this cell. A workbook that cannot be read has none. */
function useCellOfTable(host: PaneHost, workbook: Workbook, { active, formula, shown }: Selection) {
  const tables = tableDeskOf(host);
  useChanges(tables);
  const isBusy = tables.busy() !== undefined;
  const hasTables = tables.list().length > 0;
  const of = addressOf(active);
  const read = async () => ({ of, found: await inTime(cellOfTable(workbook, active)).catch(() => undefined) });
  const last = useLoaded(() => (hasTables && !isBusy ? read() : undefined), [workbook, of, formula, JSON.stringify(shown), hasTables, isBusy], {
    keeps: () => true,
  });
  return { tables, found: last?.of === of ? last.found : undefined, isKnown: !hasTables || last?.of === of };
}

const key = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}!${row}:${column}`;

/** Nobody goes through more cells than this one by one. */
const MOST_CELLS = 200;

/** The cells that a formula refers to directly, each once, at most 200. */
export function referencesIn(formula: string, home: CellPlace): readonly CellPlace[] {
  const found = new Map<string, CellPlace>();
  for (const { sheet, row, column, rows, columns, lines } of referencesOf(formula, home.sheet, []).areas)
    for (let i = 0; lines === undefined && i < rows * columns && found.size < MOST_CELLS; i++) {
      const place = { sheet, row: row + Math.floor(i / columns), column: column + (i % columns) };
      found.set(key(place), place);
    }
  return [...found.values()];
}

interface PlainCellProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly workbook: Workbook;
  readonly selection: Selection;
  /** Reads the selected cell again. */
  readonly reread: () => void;
}

const SHOWN = 12;
const NONE_FOUND = "The formula refers to no SERVICE cell.";

/** A cell without a SERVICE call: the table that it belongs to, or its value, and the SERVICE cells that its formula refers to. */
export function PlainCell({ host, workbook, selection, say, show, reread }: PlainCellProps) {
  const { formula, shown, active } = selection;
  const [found, setFound] = useState<{ readonly of: string; readonly places: readonly CellPlace[] } | undefined>();
  const references = formula === "" ? [] : referencesIn(formula, active);
  // The call log has the cells calculated since the workbook was opened; searching the workbook finds the others.
  const of = `${addressOf(active)} ${formula}`;
  const known = found?.of === of ? found.places : references.filter((place) => host.cells.callLog.questionsOf(addressOf(place)).length > 0);
  const { problem, run } = useAttempt(say, [of]);
  const search = () =>
    void run(async () => {
      const cells = new Set((await workbook.serviceCells("workbook")).map(key));
      const places = references.filter((place) => cells.has(key(place)));
      setFound({ of, places });
      say(`${addressOf(active)} refers to ${places.length === 0 ? "no SERVICE cell" : counted(places.length, "SERVICE cell")}.`);
    }, "The workbook could not be searched. Try again.");
  const goTo = goToCell(workbook, run, say);
  const value = isError(shown.value) ? shown.value.error : shown.text;
  const { tables, found: inTable, isKnown } = useCellOfTable(host, workbook, selection);
  if (!isKnown) return <p class="quiet">Reading the cell…</p>;
  return (
    <>
      {inTable && <TableCell key={of} cell={inTable} shown={value} tables={tables} clock={host} say={say} reread={reread} />}
      {formula === "" && shown.value === null && !inTable && <p>The cell is empty. Select a cell with a SERVICE formula, or build one here.</p>}
      {formula === "" && shown.value !== null && !inTable && (
        <p>The cell holds the value {value}, not a formula. If a formula above or to the left fills several cells, select its first cell.</p>
      )}
      {formula !== "" && (
        <>
          <p>
            <code>{formula}</code> shows {value === "" ? "nothing" : value}. It calls no SERVICE function itself.
          </p>
          {known.length > 0 && (
            <>
              <h3>SERVICE cells that it refers to</h3>
              <ul class="buttons close">
                {known.slice(0, SHOWN).map((place) => (
                  <li key={key(place)}>
                    <Button class="small" words={addressOf(place)} act={() => goTo(place)} />
                  </li>
                ))}
              </ul>
              {known.length > SHOWN && <p class="quiet">and {known.length - SHOWN} more.</p>}
            </>
          )}
          {known.length === 0 && references.length > 0 && found?.of !== of && <Button class="wide" words="Find SERVICE cells it refers to" act={search} />}
          {known.length === 0 && found?.of === of && <p class="quiet">{NONE_FOUND}</p>}
          <Alert message={problem} />
        </>
      )}
      {formula === "" && !inTable && <Button words="Build a formula" act={() => show("build")} />}
    </>
  );
}
