import { largest, smallest } from "../../contract/lists";
import { fixedText, sheetPrefix } from "../cell-address";
import type { Block } from "../block";
import { tokensOf } from "../formulas/formula-tokens";
import { calledInSheets } from "../formulas/called-in-sheets";
import { readsToTheEnd } from "../formulas/sheets-form";
import { toSeenFormula } from "../formulas/stored-formula";
import { cellText } from "./xml-edits";

/** What formulas need of a table. */
export interface Table {
  readonly name: string;
  readonly sheet: string;
  readonly block: Block;
  readonly headerRows: number;
  readonly totalRows: number;
  readonly columns: readonly string[];
}

/** An item of a specifier: a special one such as `#Totals`, or a column. */
interface Item {
  readonly text: string;
  readonly isSpecial: boolean;
  /** What stands before it: `,`, `:` or nothing. */
  readonly after: string;
}

const SPECIAL: ReadonlySet<string> = new Set(["#all", "#data", "#headers", "#totals", "#this row"]);

/** `'` before a character means it as it is. */
const unescaped = (text: string): string => text.replace(/'([^])/g, "$1");

/** The items of a specifier: of `[[#This Row],[a]:[b]]` `#This Row`, `a` and `b`. Undefined for a specifier that is not valid. */
function itemsOf(bracket: string): readonly Item[] | undefined {
  const item = (text: string, after: string): Item => ({ text: unescaped(text), isSpecial: SPECIAL.has(text.trim().toLowerCase()), after });
  const inner = bracket.slice(1, -1);
  const [, at = "", rest = ""] = /^(\s*@)?([^]*)$/.exec(inner)!;
  const row: readonly Item[] = at === "" ? [] : [{ text: "#This Row", isSpecial: true, after: "" }];
  if (rest.trim() === "") return row;
  if (!rest.replace(/'[^]/g, "").includes("[")) return [...row, item(rest, "")];
  const parts = [...rest.matchAll(/([^['\]]*)\[((?:[^\]']|'[^])*)\]/g)];
  if (
    parts
      .map(([whole]) => whole)
      .join("")
      .trim() !== rest.trim() ||
    !parts.every(([, between], i) => /^[,:]$/.test(between!.trim()) === i > 0)
  )
    return undefined;
  return [...row, ...parts.map(([, between, text]) => item(text!, between!.trim()))];
}

/** Index of a column by its heading; -1 if the table has none. Other writers than Excel store line breaks and blanks in other ways. */
function columnOf(columns: readonly string[], heading: string): number {
  const forms = [
    (text: string) => text.toLowerCase(),
    (text: string) => cellText(text).toLowerCase().replace(/\r\n?/g, "\n"),
    (text: string) => cellText(text).toLowerCase().replace(/\s+/g, " ").trim(),
  ];
  for (const form of forms) {
    const found = columns.findIndex((column) => form(column) === form(heading));
    if (found >= 0) return found;
  }
  return -1;
}

/**
 * The block of a table's specifier, in a formula of this row; the error that Excel gives for rows that the table does not have; undefined for what is no
 * specifier of the table.
 */
function blockOf({ block, headerRows, totalRows, columns }: Table, bracket: string, row: number | undefined): Block | "#REF!" | "#VALUE!" | undefined {
  const items = itemsOf(bracket);
  if (!items) return undefined;
  const parts = new Set(items.filter(({ isSpecial }) => isSpecial).map(({ text }) => text.trim().toLowerCase()));
  const named = items.filter(({ isSpecial }) => !isSpecial);
  const indices = named.map(({ text }) => columnOf(columns, text));
  if (indices.includes(-1) || named.length > 2) return undefined;
  const from = smallest(named.length > 0 ? indices : [0]);
  const to = largest(named.length > 0 ? indices : [block.columns - 1]);
  const dataFrom = block.row + headerRows;
  const dataTo = block.row + block.rows - totalRows - 1;
  let [top, bottom] = [dataFrom, dataTo];
  if (parts.has("#this row")) {
    if (row === undefined) return undefined;
    if (row < dataFrom || row > dataTo) return "#VALUE!";
    [top, bottom] = [row, row];
  } else if (parts.has("#all")) [top, bottom] = [block.row, block.row + block.rows - 1];
  else if (parts.has("#headers") || parts.has("#totals")) {
    if (parts.has("#headers")) top = block.row;
    if (parts.has("#totals")) bottom = block.row + block.rows - 1;
    if (!parts.has("#data") && !(parts.has("#headers") && parts.has("#totals"))) {
      if (parts.has("#headers")) bottom = dataFrom - 1;
      else top = dataTo + 1;
    }
  }
  return bottom < top ? "#REF!" : { row: top, column: block.column + from, rows: bottom - top + 1, columns: to - from + 1 };
}

/**
 * Replaces table columns by their cells, because the grid does not support tables: `SUM(Sales[Amount])` becomes `SUM($B$2:$B$9)`. An unknown table or column
 * stays. The formula has no equals sign.
 */
export function resolveTables(formula: string, tables: readonly Table[], sheet?: string, at?: { readonly row: number; readonly column: number }): string {
  if (tables.length === 0) return formula;
  const tokens = tokensOf(formula);
  // `[Amount]` without a name is a column of the table around the cell, or right above it.
  const around = ({ sheet: s, block }: Table): boolean =>
    at !== undefined &&
    s === sheet &&
    at.row >= block.row &&
    at.row <= block.row + block.rows &&
    at.column >= block.column &&
    at.column < block.column + block.columns;
  let text = "";
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text: word } = tokens[i]!;
    const own = kind === "bracket" && tokens[i + 1]?.kind !== "sheet" && tokens[i + 1]?.text !== "!" ? tables.find(around) : undefined;
    const ownBlock = own && blockOf(own, word, at?.row);
    if (ownBlock) {
      text += typeof ownBlock === "string" ? ownBlock : fixedText(ownBlock);
      continue;
    }
    const table = kind === "name" || kind === "cell" ? tables.find((t) => t.name.toLowerCase() === word.toLowerCase()) : undefined;
    const bracket = tokens[i + 1]?.kind === "bracket" ? tokens[i + 1]!.text : undefined;
    const block = table && tokens[i - 1]?.text !== "!" ? blockOf(table, bracket ?? "[]", at?.row) : undefined;
    if (!table || !block || (kind === "cell" && bracket === undefined)) {
      text += word;
      continue;
    }
    const place = table.sheet === sheet ? "" : sheetPrefix(table.sheet);
    text += typeof block === "string" ? block : place + fixedText(block);
    if (bracket !== undefined) i++;
  }
  return text;
}

/** A formula in which the file's own workbook, `[0]`, is left out: `[0]!Rate` is `Rate`. */
export function withoutOwnBook(formula: string): string {
  if (!formula.includes("[0]")) return formula;
  const tokens = tokensOf(formula);
  return tokens
    .map(({ kind, text }, i) => {
      const isOwn = (at: number): boolean => tokens[at]?.kind === "bracket" && tokens[at].text === "[0]";
      if (isOwn(i) && (tokens[i + 1]?.text === "!" || tokens[i + 1]?.kind === "sheet")) return "";
      if (text === "!" && isOwn(i - 1)) return "";
      return kind === "sheet" ? text.replace(/^'\[0\]/, "'") : text;
    })
    .join("");
}

/** True if a formula refers to another workbook or to a missing table, so that its bracket has no meaning outside its file. */
export const refersOutside = (formula: string): boolean =>
  formula.includes("[") && tokensOf(formula).some((t) => (t.kind === "sheet" && t.text.includes("[")) || (t.kind === "bracket" && !/^\[_xlpm\./i.test(t.text)));

/** A stored formula as it is displayed, with cells in place of tables; undefined if it means something in its file only. */
export function displayedFormula(
  stored: string,
  tables: readonly Table[],
  sheet: string,
  at: { readonly row: number; readonly column: number },
): string | undefined {
  const fromSheets = calledInSheets(stored);
  if (fromSheets !== undefined && readsToTheEnd(fromSheets)) return undefined;
  const formula = toSeenFormula(resolveTables(withoutOwnBook(fromSheets ?? stored), tables, sheet, at));
  return refersOutside(formula.slice(1)) ? undefined : formula;
}
