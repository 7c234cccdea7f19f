import type { Block } from "./book";
import { columnName } from "./cell-address";
import { blockIn, linesIn } from "./cell-reference";
import type { Token } from "./formula-tokens";

/** A reference in the tokens of a formula, without its sheet. */
export interface ReferenceAt {
  readonly area: Block & { readonly lines?: "rows" | "columns" };
  /** Its sides without sheets: `$A$1` and `B2`, `A` and `C`, or `A1` alone. */
  readonly sides: readonly string[];
  /** Number of tokens. */
  readonly length: number;
}

/** The reference that begins with this token; its second cell may repeat the sheet. */
export function referenceAt(tokens: readonly Token[], at: number): ReferenceAt | undefined {
  const first = tokens[at];
  if (first?.kind === "lines") {
    const block = linesIn(first.text);
    return block && { area: { ...block, lines: /\d/.test(first.text) ? "rows" : "columns" }, sides: first.text.split(":"), length: 1 };
  }
  if (first?.kind !== "cell") return undefined;
  const to = tokens[at + 1]?.text === ":" ? (tokens[at + 2]?.kind === "sheet" ? 3 : 2) : 0;
  const last = to > 0 && tokens[at + to]?.kind === "cell" ? tokens[at + to] : undefined;
  const sides = last ? [first.text, last.text] : [first.text];
  const area = blockIn(sides.join(":"));
  return area && { area, sides, length: last ? to + 1 : 1 };
}

/** A side with its own `$`, for other lines. */
const sideOf = (side: string, row: number, column: number): string => {
  const [, fixedColumn = "", letters, fixedRow = "", digits] = /^(?:(\$?)([A-Z]+))?(?:(\$?)(\d+))?$/i.exec(side) ?? [];
  return `${letters ? `${fixedColumn}${columnName(column)}` : ""}${digits ? `${fixedRow}${row + 1}` : ""}`;
};

/** A reference to this block, written as these sides are. */
export function referenceText({ row, column, rows, columns }: Block, [first = "", last]: readonly string[]): string {
  const from = sideOf(first, row, column);
  return last === undefined ? from : `${from}:${sideOf(last, row + rows - 1, column + columns - 1)}`;
}
