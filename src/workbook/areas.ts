import type { Block } from "./block";
import { columnName, sheetPrefix } from "./cell-address";
import { blockIn, cellIn, linesIn } from "./cell-reference";
import { type Token, tokensOf } from "./formulas/formula-tokens";
import type { DefinedName } from "./book";
import { findName, isCallable } from "./formulas/broken-names";

/** A block of cells of one sheet. */
export interface Area extends Block {
  readonly sheet: string;
  /** For `1:3` or `A:C`, which end where the sheet does. */
  readonly lines?: "rows" | "columns";
}

/** `'My ''Sheet'!` → `My 'Sheet` */
export const sheetOf = (token: Token): string => token.text.slice(0, -1).replace(/^'([\s\S]*)'$/, (_, name: string) => name.replaceAll("''", "'"));

/** The token of a sheet before a cell. */
export const sheetToken = (sheet: string): Token => ({ kind: "sheet", text: sheetPrefix(sheet) });

/** What a formula refers to. */
export interface References {
  readonly areas: readonly Area[];
  /** Names of its functions in upper case, also those of defined names. */
  readonly functions: ReadonlySet<string>;
  /** True for a reference over several sheets, `Sheet1:Sheet3!A1`, whose cells are not in `areas`. */
  readonly overSheets: boolean;
  /** The defined names that it uses, also through others, each with those that its own formula uses. */
  readonly names: ReadonlyMap<DefinedName, readonly DefinedName[]>;
}

/**
 * The cells and functions that a formula refers to, also through defined names. Functions that make references, such as INDIRECT, may refer to more.
 *
 * @param formula in displayed form
 * @param sheet the sheet of its cell
 */
export function referencesOf(formula: string, sheet: string, names: readonly DefinedName[]): References {
  const areas: Area[] = [];
  const functions = new Set<string>();
  const used = new Map<DefinedName, DefinedName[]>();
  let overSheets = false;
  const textAt = (text: string, home: string, within: DefinedName[]) => ({
    tokens: tokensOf(text.replace(/^=/, "")).filter(({ kind }) => kind !== "blank"),
    next: 0,
    home,
    within,
  });
  /** The formula, and within it the formula of the name that is read now, and so on. */
  const texts = [textAt(formula, sheet, [])];
  const readName = (word: string, at: string, within: DefinedName[]): void => {
    const name = findName(names, word, at);
    if (!name) return;
    within.push(name);
    if (used.has(name)) return;
    const own: DefinedName[] = [];
    used.set(name, own);
    texts.push(textAt(name.formula, name.sheet ?? at, own));
  };
  for (let text = texts[0]; text; text = texts[texts.length - 1]) {
    const { tokens, home, within } = text;
    const i = text.next++;
    const token = tokens[i];
    if (!token) {
      texts.pop();
      continue;
    }
    if (token.kind === "function") {
      functions.add(token.text.toUpperCase());
      const called = findName(names, token.text, home);
      if (called && isCallable(called)) readName(token.text, home, within);
    }
    let at = home;
    let here = token;
    if (token.kind === "sheet") {
      if (tokens[i - 1]?.text === ":" || /^'?[^']*:[^']*'?!$/.test(token.text)) overSheets = true;
      at = sheetOf(token);
      here = tokens[text.next++] ?? token;
    }
    const reference = referenceAt(tokens, text.next - 1);
    if (reference) {
      areas.push({ sheet: at, ...reference.area });
      text.next += reference.length - 1;
    } else if (here.kind === "name" && !cellIn(here.text)) readName(here.text, at, within);
  }
  return { areas, functions, overSheets, names: used };
}

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

/** A side of a reference with its own `$`, for other lines. */
export const movedSide = (side: string, row: number, column: number): string => {
  const [, fixedColumn = "", letters, fixedRow = "", digits] = /^(?:(\$?)([A-Z]+))?(?:(\$?)(\d+))?$/i.exec(side) ?? [];
  return `${letters ? `${fixedColumn}${columnName(column)}` : ""}${digits ? `${fixedRow}${row + 1}` : ""}`;
};

/** A reference to this block, written as these sides are. */
export function referenceText({ row, column, rows, columns }: Block, [first = "", last]: readonly string[]): string {
  const from = movedSide(first, row, column);
  return last === undefined ? from : `${from}:${movedSide(last, row + rows - 1, column + columns - 1)}`;
}
