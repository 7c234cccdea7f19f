import { sheetOf } from "./areas";
import { tokensOf } from "./formula-tokens";
import { referenceAt } from "./reference-at";

/** A formula after this sheet was deleted: `#REF!` in place of its cells. A reference over several sheets, `Sheet1:Sheet3!A1`, stays. */
export function withoutSheet(formula: string, sheet: string): string {
  const tokens = tokensOf(formula);
  let text = "";
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const isOfSheet = token.kind === "sheet" && tokens[i - 1]?.text !== ":" && sheetOf(token).toLowerCase() === sheet.toLowerCase();
    if (!isOfSheet) {
      text += token.text;
      continue;
    }
    text += "#REF!";
    i += referenceAt(tokens, i + 1)?.length ?? 1;
  }
  return text;
}
