import { useEffect, useState } from "preact/hooks";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { CellsTaken } from "../../workbook/workbook-refusal";
import { refusalMessage, type Cells, type Workbook, type WriteFormat } from "../workbook";
import type { Content } from "../../workbook/edits/sheet-edits";

const REJECTED = "The workbook rejected the formula. Try again; if this persists, reload the pane.";

/** Why cells were not written, and whether they can be overwritten. */
interface NotWritten {
  readonly message: string;
  readonly over: boolean;
}

/** Writes of one form, one at a time, and why the last one was refused. */
interface Writing {
  readonly busy: boolean;
  readonly problem: NotWritten | undefined;
  /**
   * Runs a write, unless one is running: it returns why nothing was written, undefined if it was. Never rejects.
   *
   * @param otherwise message of an error that is no `WorkbookRefusal`
   */
  readonly run: (write: () => Promise<NotWritten | string | undefined>, otherwise?: string) => Promise<void>;
  readonly refuse: (message: string) => void;
}

/** @param of a message does not apply once one of these changes, such as the selected cell */
export function useWriting(of: readonly unknown[]): Writing {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NotWritten | undefined>();
  useEffect(() => setProblem(undefined), of);
  const refuse = (message: string) => setProblem({ message, over: false });
  return {
    busy,
    problem,
    refuse,
    run: async (write, otherwise = REJECTED) => {
      if (busy) return;
      setBusy(true);
      try {
        const not = await write();
        setProblem(typeof not === "string" ? { message: not, over: false } : not);
      } catch (e) {
        refuse(refusalMessage(e, otherwise));
      }
      setBusy(false);
    },
  };
}

type Written =
  | { readonly ok: true; readonly address: string }
  /** `isTaken` if nothing was written because cells hold something. */
  | { readonly ok: false; readonly message: string; readonly isTaken: boolean };

const refusal = (e: unknown): Written => ({ ok: false, message: refusalMessage(e, REJECTED), isTaken: e instanceof CellsTaken });

/** Writes a block; returns the workbook's message if it refuses. Formulas, or the given cells, get the number format, unless their cell has one. Headings of several words wrap. */
export async function writeBlock(
  workbook: Pick<Cells, "write">,
  at: CellPlace,
  rows: readonly (readonly Content[])[],
  over: boolean,
  format?: WriteFormat,
  headings = false,
): Promise<Written> {
  try {
    return { ok: true, address: await workbook.write(at, rows, { over, headings, ...(format === undefined ? {} : { format }) }) };
  } catch (e) {
    return refusal(e);
  }
}

/** The formulas of a block, one piece per stretch without empty cells; cells between stretches are not written. */
function stretches(rows: readonly (readonly Content[])[]): { readonly row: number; readonly column: number; readonly rows: Content[][] }[] {
  const across = rows.length === 1;
  const found: { row: number; column: number; rows: Content[][] }[] = [];
  let open = false;
  rows.forEach((cells, row) => {
    cells.forEach((content, column) => {
      const last = found[found.length - 1];
      if (content === null) open = false;
      else if (!open || !last) {
        found.push({ row, column, rows: [[content]] });
        open = true;
      } else if (across) last.rows[0]?.push(content);
      else last.rows.push([content]);
    });
  });
  return found;
}

/** Writes one row or column of formulas over existing content; skips cells without a formula. */
export async function writeOver(workbook: Workbook, at: CellPlace, rows: readonly (readonly Content[])[], format?: string): Promise<Written> {
  let written: Written = { ok: false, message: "There is nothing to write.", isTaken: false };
  let address = "";
  for (const stretch of stretches(rows)) {
    written = await writeBlock(workbook, { ...at, row: at.row + stretch.row, column: at.column + stretch.column }, stretch.rows, true, format);
    if (!written.ok) return address === "" ? written : { ok: false, message: `Written only up to ${address}. ${written.message}`, isTaken: false };
    address = written.address;
  }
  return written;
}

/** Replaces the formula of a cell, unless it has changed. */
export async function replaceFormula(workbook: Workbook, place: CellPlace, oldFormula: string, newFormula: string): Promise<Written> {
  try {
    await workbook.goTo(place);
    const now = await workbook.selection();
    const same = now && now.active.row === place.row && now.active.column === place.column && now.active.sheet === place.sheet;
    if (!same || now.formula !== oldFormula)
      return { ok: false, message: "The cell's formula has changed since it was opened here. Select the cell and open its formula again.", isTaken: false };
    // Compares again, because the user or a co-author may change the cell meanwhile.
    const [refused] = await workbook.reenter([{ place, formula: newFormula, was: oldFormula }]);
    return refused ? { ok: false, message: refused.why, isTaken: false } : { ok: true, address: addressOf(place) };
  } catch (e) {
    return refusal(e);
  }
}
