import { largest, smallest } from "../../contract/lists";
import { addressOf, columnName } from "../cell-address";
import type { Block } from "../book";
import { tokensOf } from "../formula-tokens";
import { cellText } from "./xml-text";

/** What formulas need of a table. */
export interface Table {
  readonly name: string;
  readonly sheet: string;
  readonly block: Block;
  readonly headerRows: number;
  readonly totalRows: number;
  readonly columns: readonly string[];
}

/** The items of `[[#This Row],[a]:[b]]`: `#This Row`, `a`, `b`. */
function itemsOf(bracket: string): string[] {
  const inner = bracket.slice(1, -1).trim();
  const plain = (text: string): string => cellText(text.replace(/'(.)/g, "$1").trim());
  const at = inner.startsWith("@") ? ["#This Row"] : [];
  const rest = inner.replace(/^@/, "");
  if (!rest.replace(/'./g, "").includes("[")) return [...at, ...(rest === "" ? [] : [plain(rest)])];
  return [...at, ...[...rest.matchAll(/\[((?:[^\]']|'.)*)\]/g)].map((m) => plain(m[1]!))];
}

/** The block of a table's specifier, in a formula of this row; undefined if the table does not have it. */
function blockOf({ block, headerRows, totalRows, columns }: Table, bracket: string, row: number | undefined): Block | undefined {
  const items = itemsOf(bracket);
  const parts = new Set(items.filter((item) => item.startsWith("#")).map((item) => item.toLowerCase()));
  const named = items.filter((item) => !item.startsWith("#")).map((item) => columns.findIndex((c) => c.toLowerCase() === item.toLowerCase()));
  if (named.includes(-1) || named.length > 2) return undefined;
  const from = smallest(named.length > 0 ? named : [0]);
  const to = largest(named.length > 0 ? named : [block.columns - 1]);
  const dataFrom = block.row + headerRows;
  const dataTo = block.row + block.rows - totalRows - 1;
  let [top, bottom] = [dataFrom, dataTo];
  if (parts.has("#this row")) {
    if (row === undefined || row < dataFrom || row > dataTo) return undefined;
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
  return bottom < top ? undefined : { row: top, column: block.column + from, rows: bottom - top + 1, columns: to - from + 1 };
}

const absolute = ({ row, column, rows, columns }: Block): string => {
  const corner = (r: number, c: number): string => `$${columnName(c)}$${r + 1}`;
  const first = corner(row, column);
  return rows === 1 && columns === 1 ? first : `${first}:${corner(row + rows - 1, column + columns - 1)}`;
};

/**
 * Replaces table columns by their cells, because the grid does not support tables: `SUM(Sales[Amount])` becomes `SUM($B$2:$B$9)`, and an unknown column
 * `#REF!`. The formula has no equals sign.
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
      text += absolute(ownBlock);
      continue;
    }
    const table = kind === "name" || kind === "cell" ? tables.find((t) => t.name.toLowerCase() === word.toLowerCase()) : undefined;
    const bracket = tokens[i + 1]?.kind === "bracket" ? tokens[i + 1]!.text : undefined;
    if (!table || (kind === "cell" && bracket === undefined)) {
      text += word;
      continue;
    }
    const block = blockOf(table, bracket ?? "[]", at?.row);
    const place = table.sheet === sheet ? "" : addressOf({ sheet: table.sheet, row: 0, column: 0 }).replace(/[^!]*$/, "");
    text += block ? `${place}${absolute(block)}` : "#REF!";
    if (bracket !== undefined) i++;
  }
  return text;
}

/** True if a formula refers to another workbook or to a missing table, so that its bracket has no meaning outside its file. */
export const refersOutside = (formula: string): boolean =>
  formula.includes("[") && tokensOf(formula).some((t) => (t.kind === "sheet" && t.text.includes("[")) || (t.kind === "bracket" && !/^\[_xlpm\./i.test(t.text)));
