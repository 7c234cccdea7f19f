import { useEffect, useState } from "preact/hooks";
import { isError, type CellPlace } from "../../workbook/cell";
import { counted } from "../../contract/counted";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import type { TabId } from "../pane-view";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { Alert } from "../notices/alert";
import type { Selection, Workbook } from "../workbook";
import { TableCell } from "./table-cell";
import { readBlock } from "../../workbook/read-block";
import { cellOfTable, type CellOfTable } from "../../tables/cell-of-table";
import { inTime } from "../../tables/steps";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import { tableDeskOf } from "../tables/table-desk";
import type { Tables } from "../tables/tables";

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
