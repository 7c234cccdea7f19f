import { type Area, referencesOf, sheetOf, sheetToken } from "../areas";
import type { Block } from "../block";
import { findName } from "./broken-names";
import type { CellPlace } from "../cell";
import { fixedText } from "../cell-address";
import { blockIn, LAST_COLUMN, LAST_ROW } from "../cell-reference";
import { type NamesOf, REFERENCE_FUNCTIONS, withNamesInPlace } from "./names-in-place";
import { partsOf } from "./unions";
import { closingOf, textOf, type Token, tokensOf } from "./formula-tokens";

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

/** The numbers that calls give which do not read the cells of their reference. */
export const PLACES: Readonly<Record<string, (block: Block) => number | undefined>> = {
  ROWS: ({ rows }) => rows,
  COLUMNS: ({ columns }) => columns,
  ROW: ({ row, rows }) => (rows === 1 ? row + 1 : undefined),
  COLUMN: ({ column, columns }) => (columns === 1 ? column + 1 : undefined),
};

/** The area of tokens that are one reference. */
export function areaOf(tokens: readonly Token[], sheet: string): Area | undefined {
  if (tokens.length === 0 || !tokens.every(({ kind, text }) => /^(?:cell|lines|sheet)$/.test(kind) || text === ":")) return undefined;
  const { areas } = referencesOf(textOf(tokens), sheet, []);
  return areas.length === 1 ? areas[0] : undefined;
}

/**
 * The value of an expression that is known before the calculation: of literals, typed cells, `&`, the four operations, ROW, COLUMN, ROWS and COLUMNS.
 * Undefined for any other.
 *
 * @param tokens without blanks
 * @param at the cell of the formula
 */
function knownValue(tokens: readonly Token[], at: CellPlace, constantAt: ConstantAt): number | string | undefined {
  let next = 0;
  let depth = 0;
  const is = (text: string): boolean => tokens[next]?.text === text && tokens[next]?.kind !== "string";

  /** A call of ROW, COLUMN, ROWS or COLUMNS, whose only argument is a reference. */
  const placeCall = (name: string): number | undefined => {
    const close = tokens.findIndex(({ kind }, i) => i > next && kind === "close");
    if (tokens[next]?.kind !== "open" || close < 0) return undefined;
    const inner = tokens.slice(next + 1, close);
    next = close + 1;
    const block = inner.length === 0 && !/S$/.test(name) ? { ...at, rows: 1, columns: 1 } : areaOf(inner, at.sheet);
    return block && PLACES[name]!(block);
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

/* INDIRECT and OFFSET make references of texts and numbers. Where these are known before the calculation, the call is replaced by its reference. */

export interface KnownParts extends NamesOf {
  /** Missing: no cell is known. */
  readonly constantAt?: ConstantAt;
}

/** What a formula may read although it is not known which cells: everything, or areas. */
export type Reach = "everything" | readonly Area[];

const solid = (tokens: readonly Token[]): readonly Token[] => tokens.filter(({ kind }) => kind !== "blank");

const isWhole = ({ rows, columns }: Area): boolean => rows > LAST_ROW || columns > LAST_COLUMN;

/** The tokens of a reference to an area, in a formula of a sheet. */
function tokensFor(area: Area, home: string): readonly Token[] {
  const corners = fixedText(area);
  const lines = area.rows > LAST_ROW ? corners.replace(/\$\d+/g, "") : corners.replace(/\$[A-Z]+/g, "");
  const cells = tokensOf(isWhole(area) ? lines : corners);
  return area.sheet.toLowerCase() === home.toLowerCase() ? cells : [sheetToken(area.sheet), ...cells];
}

/** An area at another place and of another size; undefined if it leaves its sheet. Negative sizes extend up and to the left. */
function offset({ sheet, row, column }: Area, [down, right, high, wide]: readonly [number, number, number, number]): Area | undefined {
  if (high === 0 || wide === 0) return undefined;
  const [top, left] = [row + down + Math.min(0, high + 1), column + right + Math.min(0, wide + 1)];
  const [rows, columns] = [Math.abs(high), Math.abs(wide)];
  return top < 0 || left < 0 || top + rows > LAST_ROW + 1 || left + columns > LAST_COLUMN + 1 ? undefined : { sheet, row: top, column: left, rows, columns };
}

type Arguments = readonly (readonly Token[])[];
type ValueOf = (tokens: readonly Token[]) => number | string | undefined;

/** What OFFSET refers to; or what it may refer to, if not all of its numbers are known. */
function moved(args: Arguments, sheet: string, valueOf: ValueOf): Area | Reach {
  const base = areaOf(args[0] ?? [], sheet);
  if (!base || args.length < 3 || args.length > 5) return "everything";
  const numberAt = (i: number, otherwise: number): number | undefined => {
    const value = args[i] === undefined || args[i].length === 0 ? otherwise : valueOf(args[i]);
    return typeof value === "number" ? Math.trunc(value) : undefined;
  };
  const [down, right, high, wide] = [numberAt(1, 0), numberAt(2, 0), numberAt(3, base.rows), numberAt(4, base.columns)];
  const byRow = down === undefined || high === undefined ? undefined : ([down, high] as const);
  const byColumn = right === undefined || wide === undefined ? undefined : ([right, wide] as const);
  const all = { sheet: base.sheet, row: 0, column: 0, rows: LAST_ROW + 1, columns: LAST_COLUMN + 1 };
  const area = offset(base, [byRow?.[0] ?? 0, byColumn?.[0] ?? 0, byRow?.[1] ?? 1, byColumn?.[1] ?? 1]);
  if (!area) return [all];
  if (byRow && byColumn) return area;
  return [{ ...all, ...(byRow ? { row: area.row, rows: area.rows } : {}), ...(byColumn ? { column: area.column, columns: area.columns } : {}) }];
}

/** The cell that INDEX gives as an end of a range. */
function indexed(args: Arguments, sheet: string, valueOf: ValueOf): Area | undefined {
  const base = areaOf(args[0] ?? [], sheet);
  const numbers = args.slice(1).map(valueOf);
  const [row, column] = numbers.length === 1 && base?.rows === 1 ? [1, numbers[0]] : [numbers[0], numbers[1] ?? 1];
  if (!base || args.length > 3 || typeof row !== "number" || typeof column !== "number") return undefined;
  const [down, right] = [Math.trunc(row) - 1, Math.trunc(column) - 1];
  return down < 0 || right < 0 || down >= base.rows || right >= base.columns ? undefined : offset(base, [down, right, 1, 1]);
}

/**
 * The tokens of a cell's formula with references in place of calls whose reference is known.
 *
 * @param tokens with names in place
 * @param unread is called for each other call, with the function's name and what it may read
 */
export function withKnownReferences(
  tokens: readonly Token[],
  at: CellPlace,
  parts: KnownParts,
  unread: (name: string, reach: Reach) => void,
): readonly Token[] {
  const { sheets, names, constantAt = () => undefined } = parts;
  const isSheet = (area: Area): boolean => sheets.some((sheet) => sheet.toLowerCase() === area.sheet.toLowerCase());
  const valueOf: ValueOf = (own) => knownValue(own, at, constantAt);

  /** The area of the text of INDIRECT: a reference, or a name for one. */
  const areaNamed = (text: string): Area | undefined => {
    const own = tokensOf(text);
    const [name] = own;
    const meaning = own.length === 1 && name!.kind === "name" ? findName(names, name!.text, at.sheet) : undefined;
    let isUnknown = false;
    const inPlace = withNamesInPlace(own, at, parts, () => void (isUnknown = true));
    const area = isUnknown ? undefined : areaOf(meaning && inPlace.length === 1 ? tokensOf(meaning.formula.replace(/^=/, "")) : inPlace, at.sheet);
    return area && isSheet(area) ? area : undefined;
  };
  const indirect = (args: Arguments): Area | Reach => {
    const [address = [], style = []] = args;
    const text = valueOf(address);
    const isA1 = args.length === 1 || /^(?:TRUE|1)$/i.test(textOf(style));
    const area = typeof text === "string" && isA1 ? areaNamed(text) : undefined;
    if (area) return area;
    // `"Jan!B"&A1` is on this sheet.
    const start = address[0]?.kind === "string" ? tokensOf(address[0].text.slice(1, -1))[0] : undefined;
    const on = start?.kind === "sheet" && isA1 ? { sheet: sheetOf(start), row: 0, column: 0, rows: LAST_ROW + 1, columns: LAST_COLUMN + 1 } : undefined;
    return on && isSheet(on) ? [on] : "everything";
  };

  let out = tokens;
  // From the end: an inner call before the outer one.
  for (let i = tokens.length - 1; i >= 0; i--) {
    const name = out[i]!.kind === "function" ? out[i]!.text.toUpperCase() : "";
    if (!REFERENCE_FUNCTIONS.has(name) && name !== "INDEX") continue;
    const open = out.findIndex(({ kind }, k) => k > i && kind === "open");
    const close = closingOf(out, open);
    const args = partsOf(out, open + 1, close).map(solid);
    if (name === "CELL") {
      // Without a reference it is about the cell that was changed last.
      if (args.length === 1 && !/^"(?:address|col|color|filename|format|parentheses|prefix|protect|row|width)"$/i.test(textOf(args[0]!)))
        unread(name, "everything");
      continue;
    }
    const isEnd = out[i - 1]?.text === ":" || out[close + 1]?.text === ":";
    if (name === "INDEX") {
      const cell = isEnd ? indexed(args, at.sheet, valueOf) : undefined;
      if (cell) out = [...out.slice(0, i), ...tokensFor(cell, at.sheet), ...out.slice(close + 1)];
      continue;
    }
    const found = name === "INDIRECT" ? indirect(args) : name === "OFFSET" ? moved(args, at.sheet, valueOf) : "everything";
    if (typeof found === "string" || Array.isArray(found)) unread(name, found as Reach);
    else out = [...out.slice(0, i), ...tokensFor(found as Area, at.sheet), ...out.slice(close + 1)];
  }
  return out;
}
