import type { Block, DefinedName } from "./book";
import { sheetPrefix } from "./cell-address";
import { cellIn } from "./cell-reference";
import { findName, isCallable } from "./find-name";
import { tokensOf, type Token } from "./formula-tokens";
import { referenceAt } from "./reference-at";

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
