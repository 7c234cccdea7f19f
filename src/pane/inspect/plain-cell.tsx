import { useEffect, useState } from "preact/hooks";
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
import { readBlock } from "../../workbook/cell-reference";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import { useNow } from "../hooks/use-now";
import { Alert } from "../notices/alert";
import type { PaneHost } from "../pane-host";
import type { TabId } from "../pane-view";
import { tableDeskOf } from "../tables/table-desk";
import type { Tables } from "../tables/tables";
import type { Selection, Workbook } from "../workbook";
import { FactLine } from "./answer-facts";
import { CitationView, tableCitationOf, tableSources } from "./citation";

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

interface FoundTable {
  readonly tables: Tables;
  /** Undefined if the cell is in no table. */
  readonly found: CellOfTable | undefined;
  /** False until the workbook was asked about this cell. */
  readonly isKnown: boolean;
}

/** The table that the selected cell belongs to. A workbook that cannot be read has none. */
function useCellOfTable(host: PaneHost, workbook: Workbook, { active, formula, shown }: Selection): FoundTable {
  const tables = tableDeskOf(host);
  useChanges(tables);
  const isBusy = tables.busy() !== undefined;
  const hasTables = tables.list().length > 0;
  const of = addressOf(active);
  const read = () =>
    inTime(cellOfTable(workbook, active)).then(
      (found) => ({ of, found }),
      () => ({ of, found: undefined }),
    );
  const last = useLoaded(() => (hasTables && !isBusy ? read() : undefined), [workbook, of, formula, JSON.stringify(shown), hasTables, isBusy], {
    keeps: () => true,
  });
  return { tables, found: last?.of === of ? last.found : undefined, isKnown: !hasTables || last?.of === of };
}

const STRINGS = /"(?:[^"]|"")*"/g;
const REFERENCE = /(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\d_.]*)!)?(?<![\p{L}\d_.$])\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\d_.(!])/giu;

/** Nobody goes through more cells than this one by one. */
const MOST_CELLS = 200;

/** The cells that a formula refers to directly, each once, at most 200. */
export function referencesIn(formula: string, home: CellPlace): readonly CellPlace[] {
  const visible = formula.replace(STRINGS, (text) => " ".repeat(text.length));
  const found = new Map<string, CellPlace>();
  for (const [text] of visible.matchAll(REFERENCE)) {
    const block = readBlock(text);
    if (!block) continue;
    const sheet = block.sheet ?? home.sheet;
    for (let i = 0; i < block.rows * block.columns && found.size < MOST_CELLS; i++) {
      const place = { sheet, row: block.row + Math.floor(i / block.columns), column: block.column + (i % block.columns) };
      found.set(`${sheet}!${place.row}:${place.column}`, place);
    }
  }
  return [...found.values()];
}

interface PlainCellProps {
  readonly host: PaneHost;
  readonly workbook: Workbook;
  readonly selection: Selection;
  readonly say: (sentence: string) => void;
  readonly show: (tab: TabId, what?: string) => void;
  /** Reads the selected cell again. */
  readonly reread: () => void;
}

const SHOWN = 12;
const NONE_FOUND = "The formula refers to no SERVICE cell.";

const key = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}!${row}:${column}`;

/** A cell without a SERVICE call: the table that it belongs to, or its value, and the SERVICE cells that its formula refers to. */
export function PlainCell({ host, workbook, selection, say, show, reread }: PlainCellProps) {
  const { formula, shown, active } = selection;
  const [found, setFound] = useState<{ readonly of: string; readonly places: readonly CellPlace[] } | undefined>();
  const references = formula === "" ? [] : referencesIn(formula, active);
  // The call log has the cells calculated since the workbook was opened; searching the workbook finds the others.
  const of = `${addressOf(active)} ${formula}`;
  const known = found?.of === of ? found.places : references.filter((place) => host.cells.callLog.questionsOf(addressOf(place)).length > 0);
  const { problem, run, refuse } = useAttempt(say);
  // A message about one cell does not apply to the next.
  useEffect(() => refuse(undefined), [of]);
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
              <ul class="inspect-links">
                {known.slice(0, SHOWN).map((place) => (
                  <li key={key(place)}>
                    <button type="button" class="small" onClick={() => goTo(place)}>
                      {addressOf(place)}
                    </button>
                  </li>
                ))}
              </ul>
              {known.length > SHOWN && <p class="quiet">and {known.length - SHOWN} more.</p>}
            </>
          )}
          {known.length === 0 && references.length > 0 && found?.of !== of && (
            <button type="button" onClick={search}>
              Find SERVICE cells it refers to
            </button>
          )}
          {known.length === 0 && found?.of === of && <p class="quiet">{NONE_FOUND}</p>}
          <Alert message={problem} />
        </>
      )}
      {formula === "" && !inTable && (
        <div class="buttons">
          <button type="button" onClick={() => show("build")}>
            Build a formula
          </button>
        </div>
      )}
    </>
  );
}
