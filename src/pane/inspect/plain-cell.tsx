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
import { referencesIn } from "./references-in";
import { TableCell } from "./table-cell";
import { useCellOfTable } from "./use-cell-of-table";

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
