import { sheetOf, type Area } from "./areas";
import type { Block } from "./book";
import { columnName } from "./cell-address";
import { blockIn, cellIn } from "./cell-reference";
import { bracketsAround, tokensOf, type Token } from "./formula-tokens";

/** A cell of a formula at another place, with the `$` that it has. */
function placed(text: string, row: number, column: number): string {
  const [, fixedColumn = "", fixedRow = ""] = /^(\$?)[A-Z]+(\$?)/i.exec(text) ?? [];
  return `${fixedColumn}${columnName(column)}${fixedRow}${row + 1}`;
}

/** The function, in capitals, that a range is a whole argument of. */
function functionOf(tokens: readonly Token[], from: number, to: number): string | undefined {
  const besides = (i: number, step: 1 | -1): string | undefined => (tokens[i]?.kind === "blank" ? besides(i + step, step) : tokens[i]?.kind);
  const isArgument = /^(?:open|comma)$/.test(besides(from - 1, -1) ?? "") && /^(?:close|comma)$/.test(besides(to + 1, 1) ?? "");
  return isArgument ? bracketsAround(tokens)[from]?.of : undefined;
}

/**
 * Calls `change` for each range `A1:B9` of a formula, in order, and puts the block that it returns in its place. All else stays as it is, also ranges of other
 * workbooks and over several sheets.
 *
 * @param home the sheet of the formula's cell
 * @param change gets the name of the function that the range is an argument of, in capitals
 */
export function withRanges(
  formula: string,
  home: string,
  change: (range: Area, index: number, functionName: () => string | undefined) => Block | undefined,
): string {
  const tokens = tokensOf(formula);
  const texts = tokens.map(({ text }) => text);
  let index = 0;
  for (let i = 0; i < tokens.length; i++) {
    const last = tokens[i + 2]?.kind === "sheet" ? i + 3 : i + 2;
    const [first, end] = [tokens[i], tokens[last]];
    if (first?.kind !== "cell" || tokens[i + 1]?.text !== ":" || end?.kind !== "cell") continue;
    const sheet = tokens[i - 1]?.kind === "sheet" ? tokens[i - 1] : undefined;
    const before = tokens[i - (sheet ? 2 : 1)];
    const block = blockIn(`${first.text}:${end.text}`);
    if (block && before?.kind !== "bracket" && before?.text !== ":" && tokens[last + 1]?.text !== ":") {
      const to = change({ sheet: sheet ? sheetOf(sheet) : home, ...block }, index++, () => functionOf(tokens, sheet ? i - 1 : i, last));
      const [a, b] = [cellIn(first.text)!, cellIn(end.text)!];
      if (to) {
        const [bottom, right] = [to.row + to.rows - 1, to.column + to.columns - 1];
        texts[i] = placed(first.text, a.row <= b.row ? to.row : bottom, a.column <= b.column ? to.column : right);
        texts[last] = placed(end.text, a.row <= b.row ? bottom : to.row, a.column <= b.column ? right : to.column);
      }
    }
    i = last;
  }
  return texts.join("");
}
