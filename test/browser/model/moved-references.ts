import { columnName } from "../../../src/workbook/cell-address";
import { blockIn } from "../../../src/workbook/cell-reference";
import { tokensOf } from "../../../src/workbook/formulas/formula-tokens";
import type { Area } from "./cells";

/** Cells that were inserted or deleted, with those below or to the right moved. */
export interface Move {
  readonly kind: "insert" | "delete";
  readonly along: "rows" | "columns";
  readonly sheet: string;
  readonly area: Area;
}

/** Where an area is after the move; undefined if all of it was deleted. Areas that only partly move stay, as in Excel. */
export function movedArea(a: Area, { kind, along, area }: Move): Area | undefined {
  const down = along === "rows";
  const [at, size, from, by] = down ? [a.row, a.rows, area.row, area.rows] : [a.column, a.columns, area.column, area.columns];
  const [side, width, first, span] = down ? [a.column, a.columns, area.column, area.columns] : [a.row, a.rows, area.row, area.rows];
  if (side < first || side + width > first + span) return a;
  let [start, end] = [at, at + size];
  if (kind === "insert") {
    if (start >= from) start += by;
    if (end > from) end += by;
  } else {
    const cut = (n: number): number => (n <= from ? n : n <= from + by ? from : n - by);
    [start, end] = [cut(start), cut(end)];
    if (end <= start) return undefined;
  }
  return down ? { ...a, row: start, rows: end - start } : { ...a, column: start, columns: end - start };
}

/** A formula after the move; `home` is the sheet of its cell. */
export function movedFormula(formula: string, home: string, move: Move): string {
  if (!formula.startsWith("=")) return formula;
  const tokens = tokensOf(formula.slice(1));
  let out = "=";
  let sheet = home;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "sheet") {
      sheet = token.text
        .slice(0, -1)
        .replace(/^'(.*)'$/, "$1")
        .replaceAll("''", "'");
      out += token.text;
      continue;
    }
    if (token.kind !== "cell" || sheet.toLowerCase() !== move.sheet.toLowerCase()) {
      out += token.text;
      if (token.kind !== "cell") sheet = home;
      continue;
    }
    const isRange = tokens[i + 1]?.text === ":" && tokens[i + 2]?.kind === "cell";
    const last = isRange ? tokens[i + 2]! : token;
    const block = blockIn(`${token.text.replaceAll("$", "")}:${last.text.replaceAll("$", "")}`);
    const moved = block && movedArea(block, move);
    const fixed = (text: string, row: number, column: number): string => {
      const m = /^(\$?)[A-Z]+(\$?)\d+$/i.exec(text)!;
      return `${m[1]}${columnName(column)}${m[2]}${row + 1}`;
    };
    if (!moved) out += "#REF!";
    else {
      out += fixed(token.text, moved.row, moved.column);
      if (isRange) out += `:${fixed(last.text, moved.row + moved.rows - 1, moved.column + moved.columns - 1)}`;
    }
    if (isRange) i += 2;
    sheet = home;
  }
  return out;
}
