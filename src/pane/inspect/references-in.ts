import type { CellPlace } from "../../workbook/cell";
import { readBlock } from "../../workbook/read-block";

const STRINGS = /"(?:[^"]|"")*"/g;
const REFERENCE = /(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\d_.]*)!)?(?<![\p{L}\d_.$])\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\d_.(!])/giu;

/** Nobody goes through more cells than this one by one. */
const MOST_CELLS = 200;

/** The cells that a formula refers to directly, each once, at most 200. */
export function referencesIn(formula: string, home: CellPlace): readonly CellPlace[] {
  const visible = formula.replace(STRINGS, (text) => " ".repeat(text.length));
  const found = new Map<string, CellPlace>();
  for (const [text] of visible.matchAll(REFERENCE)) {
    const block = readBlock(text);
    if (!block) continue;
    const sheet = block.sheet ?? home.sheet;
    for (let i = 0; i < block.rows * block.columns && found.size < MOST_CELLS; i++) {
      const place = { sheet, row: block.row + Math.floor(i / block.columns), column: block.column + (i % block.columns) };
      found.set(`${sheet}!${place.row}:${place.column}`, place);
    }
  }
  return [...found.values()];
}
