import { SERVICE_IDS } from "./broken-names";
import { columnIndex } from "../cell-reference";
import { type CallOf, callTexts } from "./call-texts";
import { type Literal, readLiteral } from "./literal";
import { visibleText } from "./service-calls";

/** Array constants, whose separators do not separate arguments. */
const ARRAY = /\{[^{}]*\}/g;
const blanks = (text: string): string => " ".repeat(text.length);

/** A formula of Google Sheets with commas between arguments. */
interface Separated {
  /** As long as the formula, with quoted parts blanked. */
  readonly visible: string;
  /** True if `;` separates arguments; a comma in a number is then its decimal point. */
  readonly decimalCommas: boolean;
}

/** Detects the argument separator: `,`, or `;` in locales with decimal commas. */
function separated(formula: string): Separated {
  const visible = visibleText(formula);
  const decimalCommas = visible.replace(ARRAY, "").includes(";");
  return { visible: (decimalCommas ? visible.replace(/(?<=\d),(?=\d)/g, ".") : visible).replaceAll(";", ","), decimalCommas };
}

/** The formula with `;` between arguments, which Google Sheets accepts in every locale. Strings and arrays do not change. */
export function withSemicolons(formula: string): string {
  const outside = separated(formula).visible.replace(ARRAY, blanks);
  return formula
    .split("")
    .map((character, i) => (outside[i] === "," ? ";" : character))
    .join("");
}

type Plain = string | number | boolean;

/** One argument of a call in Google Sheets, from the formula alone. Rows and columns count from zero; without a sheet, it is the formula's own. */
export type ArgumentInSheets =
  /** A literal, null if blank; or the rows of an array of literals. */
  | { readonly kind: "literal"; readonly value: Plain | null | readonly (readonly Plain[])[] }
  | { readonly kind: "reference"; readonly sheet?: string; readonly row: number; readonly column: number }
  /** `A2:B9`; without `rows` to the last row (`A2:A`), without `columns` to the last column (`2:2`). */
  | { readonly kind: "range"; readonly sheet?: string; readonly row: number; readonly column: number; readonly rows?: number; readonly columns?: number }
  /** Possibly a named range, with its sheet if written so: `'My Sheet'!Name`. */
  | { readonly kind: "name"; readonly name: string }
  /** An expression, another function or an array, which only the sheet can calculate. */
  | { readonly kind: "computed" };

/** A SERVICE call in a formula of Google Sheets. */
type CallInSheets = CallOf<ArgumentInSheets>;

const CALL = /(?<![\p{L}\d_.])SERVICE((?:_[A-Z\d_]+)?)\s*\(/giu;
const PLACE = /^(?:(?:'((?:[^']|'')+)'|([\p{L}\d_.]+))!)?([$A-Z\d:]+)$/iu;
const SIDE = /^(?:\$?([A-Z]{1,3}))?(?:\$?([1-9]\d{0,7}))?$/i;
const NAME = /^(?:(?:'(?:[^']|'')+'|[\p{L}\d_.]+)!)?[\p{L}_][\p{L}\d_.]*$/u;

/** Functions that define names, which hide named ranges. */
const DEFINES_NAMES = /(?<![\p{L}\d_.])(?:LET|LAMBDA)\s*\(/iu;

const COMPUTED: ArgumentInSheets = { kind: "computed" };

interface Side {
  readonly column: number | undefined;
  readonly row: number | undefined;
}

function readSide(text: string): Side | undefined {
  const m = text === "" ? null : SIDE.exec(text);
  return m ? { column: m[1] === undefined ? undefined : columnIndex(m[1]), row: m[2] === undefined ? undefined : Number(m[2]) - 1 } : undefined;
}

/** First index and count of two ends in either order; undefined `to` means open-ended. */
const between = (from: number, to: number | undefined): { first: number; count: number | undefined } =>
  to === undefined ? { first: from, count: undefined } : { first: Math.min(from, to), count: Math.abs(from - to) + 1 };

/** `A2:B9`, `A2:B`, `A2:9`, `A:B`, `2:9`: an end names the lines that it bounds, and a beginning as many or more. */
function readRange(from: Side, to: Side): { row: number; column: number; rows?: number; columns?: number } | undefined {
  if ((to.row !== undefined && from.row === undefined) || (to.column !== undefined && from.column === undefined)) return undefined;
  if ((to.row === undefined && from.column === undefined) || (to.column === undefined && from.row === undefined)) return undefined;
  const rows = between(from.row ?? 0, to.row);
  const columns = between(from.column ?? 0, to.column);
  return {
    row: rows.first,
    column: columns.first,
    ...(rows.count === undefined ? {} : { rows: rows.count }),
    ...(columns.count === undefined ? {} : { columns: columns.count }),
  };
}

function readPlace(text: string): ArgumentInSheets | undefined {
  const m = PLACE.exec(text);
  if (!m) return undefined;
  const sides = (m[3] ?? "").split(":").map(readSide);
  const name = m[1]?.replaceAll("''", "'") ?? m[2];
  const sheet = name === undefined ? {} : { sheet: name };
  const [from, to] = sides;
  if (!from || sides.length > 2) return undefined;
  if (sides.length === 1)
    return from.row === undefined || from.column === undefined ? undefined : { kind: "reference", ...sheet, row: from.row, column: from.column };
  const range = to && readRange(from, to);
  return range && { kind: "range", ...sheet, ...range };
}

/** Quoted text, which no separator is replaced in. */
const QUOTED = /("(?:[^"]|"")*")/;
const isPlain = (value: Literal): value is Plain => typeof value !== "object";

/**
 * An array of literals; undefined for any other. Locales with decimal commas separate columns by backslashes, which a script may replace by commas: then
 * `{1,5}` is one number or two.
 */
function readArray(text: string, decimalCommas: boolean): ArgumentInSheets | undefined {
  const parts = text.split(QUOTED);
  const outside = parts.filter((_, i) => i % 2 === 0).join(" ");
  const backslashes = outside.includes("\\");
  if (decimalCommas && !backslashes && /\d,\d/.test(outside)) return undefined;
  const decimals = (part: string): string => part.replace(/(?<=\d),(?=\d)/g, ".").replace(/\\/g, ",");
  const literal = readLiteral(parts.map((part, i) => (i % 2 === 0 && backslashes ? decimals(part) : part)).join(""));
  if (!Array.isArray(literal)) return undefined;
  const rows = literal as readonly (readonly Literal[])[];
  return rows.every((row) => row.length === rows[0]?.length && row.every(isPlain)) ? { kind: "literal", value: rows as Plain[][] } : undefined;
}

function readArgument(text: string, decimalCommas: boolean): ArgumentInSheets {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return readArray(trimmed, decimalCommas) ?? COMPUTED;
  const literal = readLiteral(decimalCommas ? trimmed.replace(/^([+-]?\d*),(\d+%?)$/, "$1.$2") : trimmed);
  if (literal !== undefined) return literal === null || isPlain(literal) ? { kind: "literal", value: literal } : COMPUTED;
  return readPlace(trimmed) ?? (NAME.test(trimmed) ? { kind: "name", name: trimmed } : COMPUTED);
}

/**
 * Parses every SERVICE call of a Google Sheets formula, in order, including nested ones, with its arguments: `SERVICE_FRED(A2)` has the id `SERVICE.FRED`.
 * Skips unknown functions and unclosed calls. Never throws.
 */
export function readSheetsCalls(formula: string): readonly CallInSheets[] {
  if (!/service/i.test(formula)) return [];
  const { visible, decimalCommas } = separated(formula);
  const calls = [...visible.matchAll(CALL)].flatMap((m) => {
    const id = `SERVICE${(m[1] ?? "").toUpperCase().replace("_", ".")}`;
    return SERVICE_IDS.has(id) ? [{ id, start: m.index, open: m.index + m[0].length - 1 }] : [];
  });
  const hasOwnNames = DEFINES_NAMES.test(visible);
  const read = (text: string): ArgumentInSheets => {
    const argument = readArgument(text, decimalCommas);
    return argument.kind === "name" && hasOwnNames ? COMPUTED : argument;
  };
  return callTexts(formula, calls, visible, /^\s*=\s*$/).map((call) => ({ ...call, args: call.args.map(read) }));
}

/** A call, a formula or a function's name as Google Sheets writes it, which allows no dot in names: `SERVICE.FRED("DGS10")` becomes `SERVICE_FRED("DGS10")`. */
export const inSheets = (formula: string): string => formula.replace(/^(=?SERVICE)\.(?=[A-Z\d_]+(?:\(|$))/i, "$1_");
