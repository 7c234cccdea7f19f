import { append } from "../../../contract/lists";
import type { BookCell } from "../../book";
import { addressOf } from "../../cell-address";
import { calledInSheets } from "../../formulas/called-in-sheets";
import { fitsInSheetsForm, inSheetsForm, withSheetsNames } from "../../formulas/sheets-form";
import { hasServiceCall, visibleText } from "../../formulas/service-calls";
import type { NewValue } from "../cell-patch";
import type { Kept } from "./freeze-service-cells";
import { patchValues } from "../patch-sheet";
import { readCells } from "../read/read-cells";

interface CopyForSheets {
  /** The same bytes if nothing was rewritten. */
  readonly file: Uint8Array;
  /** Number of rewritten formulas. */
  readonly rewritten: number;
  readonly kept: readonly Kept[];
}

const LOST = "It refers to another workbook, a missing table or a range without an end, so its formula is kept. Google Sheets cannot read it.";
const ONE_CELL = "It takes one cell of a range, as only Excel does, so its formula is kept. Name that cell in the formula.";
const OPERATOR = "It has the sign @ or #, which Google Sheets does not have, so its formula is kept. Name the cells in the formula.";
const TOO_LONG = "Its text does not fit beside its formula, so its formula is kept. Shorten it.";

/** True if Google Sheets calculates the formula for whole ranges only if it says so. */
const needsArrayFormula = (formula: string): boolean => /[:{]/.test(visibleText(formula)) && !/^=SERVICE[.A-Z\d_]*\([^()]*\)$/i.test(formula);

/** How a cell with a call, and those that it fills, are written for Google Sheets; or why it is kept. */
function cellsInSheetsForm({ row, column, formula, lostFormula, value, spill, takesOneCell }: BookCell): readonly NewValue[] | string {
  if (formula === undefined) return lostFormula === undefined ? [] : LOST;
  if (takesOneCell) return ONE_CELL;
  if (/[@#]/.test(visibleText(formula).replace(/#(?:REF|N\/A)/gi, ""))) return OPERATOR;
  const named = withSheetsNames(formula.slice(1));
  const written = needsArrayFormula(formula) ? `ARRAYFORMULA(${named})` : named;
  if (!fitsInSheetsForm(written, value)) return TOO_LONG;
  return (spill ?? [[value]]).flatMap((line, r) =>
    line.map((one, c) => {
      const shown = r + c === 0 ? (value ?? one) : one;
      return { row: row + r, column: column + c, value: shown, content: { text: inSheetsForm(r + c === 0 ? written : undefined, shown) } };
    }),
  );
}

/**
 * Copies an .xlsx file with each formula that calls SERVICE in the form of Google Sheets, which makes it a formula of its script when the file is uploaded there.
 * Everything else stays. Formulas that Google Sheets cannot calculate stay too, and are listed. Throws a `FileRefusal` for unreadable files.
 */
export function copyForSheets(file: Uint8Array): CopyForSheets {
  const kept: Kept[] = [];
  let rewritten = 0;
  const values = new Map<string, NewValue[]>();
  for (const { name, cells } of readCells(file).sheets) {
    const changes: NewValue[] = [];
    for (const cell of cells) {
      const formula = cell.formula ?? cell.lostFormula ?? "";
      if (cell.inSheetsForm || calledInSheets(formula) !== undefined || !hasServiceCall(formula)) continue;
      const written = cellsInSheetsForm(cell);
      if (typeof written === "string") kept.push({ where: addressOf({ sheet: name, row: cell.row, column: cell.column }), why: written });
      else {
        rewritten++;
        append(changes, written);
      }
    }
    if (changes.length > 0) values.set(name, changes);
  }
  return { file: rewritten === 0 ? file : patchValues(file, values), rewritten, kept };
}
