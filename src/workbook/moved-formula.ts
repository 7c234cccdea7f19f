import { sheetOf } from "./areas";
import { sheetPrefix } from "./cell-address";
import { tokensOf } from "./formula-tokens";
import { movedBlock, type LineEdit } from "./line-edits";
import { referenceAt, referenceText } from "./reference-at";

/** What became of a sheet: its name now, and the rows and columns that were edited. undefined: it was deleted. */
export type SheetFate = { readonly name: string; readonly edits: readonly LineEdit[] } | undefined;

/** What became of each sheet, by its former name in lower case. Sheets that are not in it are as they were. */
export type SheetFates = ReadonlyMap<string, SheetFate>;

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
    const { area, sides } = used;
    const moved = movedBlock(area, fate.edits);
    out.push(moved ? prefix + referenceText(moved, sides) : `${prefix}#REF!`);
    i = at + used.length - 1;
  }
  return out.join("");
}
