import { sheetOf } from "./areas";
import type { Block } from "./book";
import { columnName, sheetPrefix } from "./cell-address";
import { blockIn, linesIn } from "./cell-reference";
import { tokensOf, type Token } from "./formula-tokens";
import { movedBlock, type LineEdit } from "./line-edits";

/** What became of a sheet: its name now, and the rows and columns that were edited. undefined: it was deleted. */
export type SheetFate = { readonly name: string; readonly edits: readonly LineEdit[] } | undefined;

/** What became of each sheet, by its former name in lower case. Sheets that are not in it are as they were. */
export type SheetFates = ReadonlyMap<string, SheetFate>;

const dollars = (text: string): readonly [string, string] => {
  const m = /^(\$?)[A-Z]+(\$?)/i.exec(text);
  return [m?.[1] ?? "", m?.[2] ?? ""];
};

/** A reference to this block, with the dollar signs of the old one. */
function referenceTo(block: Block, first: string, second: string | undefined): string {
  const corner = (text: string, row: number, column: number): string => {
    const [a, b] = dollars(text);
    return `${a}${columnName(column)}${b}${row + 1}`;
  };
  const from = corner(first, block.row, block.column);
  return second === undefined ? from : `${from}:${corner(second, block.row + block.rows - 1, block.column + block.columns - 1)}`;
}

function linesTo(block: Block, text: string): string {
  const [a = "", b = ""] = text.split(":").map((side) => (side.startsWith("$") ? "$" : ""));
  return /\d/.test(text)
    ? `${a}${block.row + 1}:${b}${block.row + block.rows}`
    : `${a}${columnName(block.column)}:${b}${columnName(block.column + block.columns - 1)}`;
}

/** `Jan:Mar!` and `'Jan 1:Mar'!` with the names that the two sheets have now. */
function overSheets(names: readonly string[], fates: SheetFates): string {
  return sheetPrefix(...names.map((name) => fates.get(name.toLowerCase())?.name ?? name));
}

/**
 * A formula after sheets were renamed or deleted, and rows and columns inserted, removed or moved: its references follow, and are `#REF!` where their cells are
 * gone. The rest stays as written. Cells of a reference over several sheets, `Jan:Mar!B2`, stay.
 *
 * @param formula in displayed or stored form
 * @param home the former name of the formula's sheet; missing for formulas that name a sheet in each reference
 */
export function movedFormula(formula: string, home: string | undefined, fates: SheetFates): string {
  if (fates.size === 0) return formula;
  const tokens = tokensOf(formula);
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    let sheet = home;
    let prefix = "";
    let at = i;
    const second = tokens[i + 2];
    // `Jan:Mar!B2`
    if ((token.kind === "name" || token.kind === "cell") && tokens[i + 1]?.text === ":" && second?.kind === "sheet") {
      out.push(overSheets([token.text, sheetOf(second)], fates));
      const stays = tokens[i + 3];
      if (stays) out.push(stays.text);
      i += stays ? 3 : 2;
      continue;
    }
    if (token.kind === "sheet") {
      const name = sheetOf(token);
      // Of another workbook.
      if (name.includes("[") || tokens[i - 1]?.kind === "bracket") {
        out.push(token.text, tokens[++i]?.text ?? "");
        continue;
      }
      if (name.includes(":")) {
        out.push(overSheets(name.split(":"), fates), tokens[++i]?.text ?? "");
        continue;
      }
      const key = name.toLowerCase();
      const fate = fates.get(key);
      sheet = name;
      prefix = !fates.has(key) || fate === undefined || fate.name === name ? token.text : sheetPrefix(fate.name);
      at = i + 1;
    }
    const used = referenceAt(tokens, at);
    const fate = sheet === undefined ? undefined : fates.get(sheet.toLowerCase());
    if (token.kind === "sheet" && fates.has(sheet!.toLowerCase()) && fate === undefined) {
      out.push("#REF!");
      i = at + Math.max(1, used?.length ?? 1) - 1;
      continue;
    }
    if (!used || !fate || fate.edits.length === 0) {
      out.push(at > i ? prefix : token.text);
      continue;
    }
    const moved = movedBlock(used.block, fate.edits);
    const text = tokens[at]!.text;
    out.push(moved ? prefix + (used.isLines ? linesTo(moved, text) : referenceTo(moved, text, used.second)) : `${prefix}#REF!`);
    i = at + used.length - 1;
  }
  return out.join("");
}

/** The reference that starts with this token. */
function referenceAt(
  tokens: readonly Token[],
  at: number,
): { readonly block: Block; readonly length: number; readonly second?: string; readonly isLines: boolean } | undefined {
  const token = tokens[at];
  if (token?.kind === "lines") {
    const block = linesIn(token.text);
    return block && { block, length: 1, isLines: true };
  }
  if (token?.kind !== "cell") return undefined;
  // The second cell may repeat the sheet.
  const to = tokens[at + 1]?.text === ":" ? (tokens[at + 2]?.kind === "sheet" ? 3 : 2) : 0;
  const end = to > 0 && tokens[at + to]?.kind === "cell" ? tokens[at + to]!.text : undefined;
  const block = blockIn(end === undefined ? token.text : `${token.text}:${end}`);
  return block && { block, length: end === undefined ? 1 : to + 1, isLines: false, ...(end === undefined ? {} : { second: end }) };
}
