import { cellOf } from "../../engine/calls/cell-of";
import type { CustomFunction } from "../../engine/calls/custom-functions";
import type { BookCell, BookSheet } from "../../workbook/book";
import type { CellValue } from "../../workbook/cell";
import { readCalls, type CallInFormula } from "../../workbook/call-arguments";
import { addressOf } from "../../workbook/cell-address";

/** The call of a cell whose formula is nothing else. */
function onlyCall({ formula }: BookCell): CallInFormula | undefined {
  const [call, ...others] = formula === undefined ? [] : readCalls(formula);
  return call?.alone && others.length === 0 ? call : undefined;
}

/**
 * Calls the functions of a sheet's cells whose arguments are written in the formula or in other cells. The grid's own calls get the same answers later, without
 * a request. A cell without a value, such as one whose call failed, is left to the grid.
 *
 * @param show is called with each value
 * @returns after the last
 */
export async function earlyValues(
  sheet: BookSheet,
  functions: ReadonlyMap<string, CustomFunction>,
  show: (cell: BookCell, value: CellValue) => void,
): Promise<void> {
  const typed = new Map(sheet.cells.filter(({ formula }) => formula === undefined).map((cell) => [`${cell.row} ${cell.column}`, cell.value]));
  await Promise.all(
    sheet.cells.map(async (cell) => {
      const call = onlyCall(cell);
      const make = call && functions.get(call.id);
      if (!make) return;
      const given = call.args.map((argument): unknown => {
        if (argument.kind === "literal") return argument.value;
        return argument.kind === "reference" && argument.sheet === undefined ? typed.get(`${argument.row} ${argument.column}`) : undefined;
      });
      if (given.includes(undefined)) return;
      // As from Excel: an argument that is left out is null, and the invocation is the last.
      const args = Array.from({ length: Math.max(make.length - 1, given.length) }, (_, i) => given[i] ?? null);
      const invocation = { address: addressOf({ sheet: sheet.name, row: cell.row, column: cell.column }), functionName: call.id, isInValuePreview: undefined };
      try {
        const result = cellOf({ value: await make(...args, invocation) });
        if (!Array.isArray(result) && "value" in result) show(cell, result.value);
      } catch {
        // The grid shows the error, with its message.
      }
    }),
  );
}
