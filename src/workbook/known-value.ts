import { blockIn, linesIn } from "./cell-reference";
import type { CellPlace } from "./cell";
import { sheetOf } from "./areas";
import type { Token } from "./formula-tokens";

/** The typed number or text of a cell; undefined for a formula, what a formula fills, another kind of value, and a blank cell. */
export type ConstantAt = (place: CellPlace) => number | string | undefined;

/** Levels of brackets and signs. */
const DEEPEST = 60;

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/**
 * The value of an expression that is known before the calculation: of literals, typed cells, `&`, the four operations, ROW, COLUMN, ROWS and COLUMNS.
 * Undefined for any other.
 *
 * @param tokens without blanks
 * @param at the cell of the formula
 */
export function knownValue(tokens: readonly Token[], at: CellPlace, constantAt: ConstantAt): number | string | undefined {
  let next = 0;
  let depth = 0;
  const is = (text: string): boolean => tokens[next]?.text === text && tokens[next]?.kind !== "string";

  /** A call of ROW, COLUMN, ROWS or COLUMNS, whose only argument is a reference. */
  const placeCall = (name: string): number | undefined => {
    const close = tokens.findIndex(({ kind }, i) => i > next && kind === "close");
    if (tokens[next]?.kind !== "open" || close < 0) return undefined;
    const inner = tokens.slice(next + 1, close);
    next = close + 1;
    const text = inner
      .filter(({ kind }) => kind !== "sheet")
      .map((t) => t.text)
      .join("");
    const block = text === "" && !/S$/.test(name) ? { ...at, rows: 1, columns: 1 } : (blockIn(text) ?? linesIn(text));
    if (!block || inner.some(({ kind }) => !/^(?:cell|lines|sheet|mark)$/.test(kind))) return undefined;
    if (name === "ROWS") return block.rows;
    if (name === "COLUMNS") return block.columns;
    if (name === "ROW") return block.rows === 1 ? block.row + 1 : undefined;
    return block.columns === 1 ? block.column + 1 : undefined;
  };

  const primary = (): number | string | undefined => {
    const token = tokens[next++];
    if (!token || ++depth > DEEPEST) return undefined;
    if (token.text === "-" || token.text === "+") {
      const value = primary();
      return typeof value === "number" ? (token.text === "-" ? -value : value) : undefined;
    }
    if (token.kind === "number") return Number(token.text);
    if (token.kind === "string") return token.text.slice(1, -1).replaceAll('""', '"');
    if (token.kind === "open") {
      const value = joined();
      return tokens[next++]?.kind === "close" ? value : undefined;
    }
    const sheet = token.kind === "sheet" ? sheetOf(token) : at.sheet;
    const cell = token.kind === "sheet" ? tokens[next++] : token;
    if (cell?.kind === "cell") {
      const block = is(":") ? undefined : blockIn(cell.text);
      return block && constantAt({ sheet, row: block.row, column: block.column });
    }
    return cell?.kind === "function" && /^(?:ROW|COLUMN)S?$/i.test(cell.text) ? placeCall(cell.text.toUpperCase()) : undefined;
  };

  /** Operands of one level, from left to right; undefined unless all are numbers. A single one may be a text. */
  const level = (operand: () => number | string | undefined, signs: string): number | string | undefined => {
    let value = operand();
    for (let sign = tokens[next]; sign?.kind === "mark" && signs.includes(sign.text); sign = tokens[next]) {
      next++;
      const other = operand();
      if (typeof value !== "number" || typeof other !== "number") return undefined;
      value = OPERATORS[sign.text]!(value, other);
    }
    return value;
  };
  const sum = (): number | string | undefined => level(() => level(primary, "*/"), "+-");

  function joined(): number | string | undefined {
    let value = sum();
    while (is("&")) {
      next++;
      const other = sum();
      const texts = [value, other].map((one) =>
        typeof one === "string" || (Number.isInteger(one) && Math.abs(one as number) < 1e15) ? String(one) : undefined,
      );
      value = texts.includes(undefined) ? undefined : texts.join("");
    }
    return value;
  }

  const value = joined();
  return next === tokens.length && (typeof value !== "number" || Number.isFinite(value)) ? value : undefined;
}
