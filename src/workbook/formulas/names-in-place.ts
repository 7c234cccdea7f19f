import { memoizedByObject } from "../../contract/memoized";
import { append } from "../../contract/lists";
import { sheetOf, sheetToken } from "../areas";
import type { DefinedName } from "../book";
import { findName, isCallable, namesAlike } from "./broken-names";
import type { CellPlace } from "../cell";
import { hasSheetRange } from "./sheet-ranges";
import { isRelative, shiftedText } from "./shift-formula";
import { isParameter, markParameters } from "./stored-formula";
import { hasUnion } from "./unions";
import { closingOf, inBrackets, type Token, tokensOf } from "./formula-tokens";

/*
 * A name can mean something else in every cell: `S!$B1` is column B of the row of the formula, and a sheet can have a name that the workbook has too. Engines
 * put the text of a name into a formula as it is, also in the place of a function that is written alike: `Round` for `ROUND(…)`. So each name is replaced by
 * what it means in the formula's cell before they read the formula.
 */

/** Levels of names in names, and characters of a formula with its names in place. A formula of a cell has at most 8,192 characters. */
const DEEPEST = 1_000;
const LONGEST = 100_000;

/** True for what means other cells in another cell; `!B1` is on the sheet of the formula. */
const isOfCell = (token: Token): boolean => isRelative(token) || (token.kind === "mark" && token.text === "!");

const isWord = (token: Token): boolean => (token.kind === "name" && !/^(?:TRUE|FALSE)$/i.test(token.text) && !isParameter(token)) || token.kind === "function";

/** Functions that make references of texts and numbers. */
const MAKERS = ["INDIRECT", "OFFSET", "CELL", "EVALUATE"] as const;
export const REFERENCE_FUNCTIONS: ReadonlySet<string> = new Set(MAKERS);
/** The source of a regular expression for a call of one of them. */
export const REFERENCE_CALL = String.raw`(?:${MAKERS.join("|")})\s*\(`;

/** The tokens of a name's formula; parameters of LET and LAMBDA are marked, because they are no names. */
const tokensIn = memoizedByObject((name: DefinedName): readonly Token[] => {
  const tokens = tokensOf(name.formula.replace(/^=/, "").trim());
  markParameters(tokens);
  return tokens;
});

/**
 * The names that stay in formulas: functions of their own, `LAMBDA(…)`, that mean the same in every cell. They use no other names than such ones, no references
 * that an engine does not read, and no sheet has the name.
 */
export const namesThatStay = memoizedByObject((names: readonly DefinedName[]): ReadonlySet<DefinedName> => {
  const users = new Map<DefinedName, DefinedName[]>();
  const others = new Set<DefinedName>();
  for (const name of names) {
    const tokens = tokensIn(name);
    const isOfPlace = namesAlike(names, name.name).some(({ sheet }) => sheet !== undefined) || tokens.some(isOfCell);
    if (!isCallable(name) || isOfPlace || hasSheetRange(tokens) || hasUnion(tokens)) others.add(name);
    for (const token of tokens) {
      if (!isWord(token)) continue;
      const used = namesAlike(names, token.text).find((one) => token.kind === "name" || isCallable(one));
      const list = used && users.get(used);
      if (list) list.push(name);
      else if (used) users.set(used, [name]);
      if (token.kind === "name" || REFERENCE_FUNCTIONS.has(token.text.toUpperCase())) others.add(name);
    }
  }
  // A set also passes through what is added meanwhile.
  for (const name of others) for (const user of users.get(name) ?? []) others.add(user);
  return new Set(names.filter((name) => !others.has(name)));
});

/** True if a formula may call one of these names that does not stay. */
export const mayCallName = memoizedByObject((names: readonly DefinedName[]) => names.some((name) => isCallable(name) && !namesThatStay(names).has(name)));

/** True for one reference, one literal or one call, which needs no brackets. */
function isSingle(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (first?.kind === "function") {
    const open = tokens.findIndex(({ kind }) => kind === "open");
    return closingOf(tokens, open) === tokens.length - 1;
  }
  if (tokens.length === 1) return true;
  const kinds = hasSheetRange(tokens)
    ? /^(?:cell|lines|sheet|name)$/
    : first?.text === "{"
      ? /^(?:number|string|error|name|comma|blank|mark)$/
      : /^(?:cell|lines|sheet)$/;
  return tokens.every(({ kind, text }) => kinds.test(kind) || text === ":");
}

export interface NamesOf {
  /** Sheets of the book, in the order of their tabs. */
  readonly sheets: readonly string[];
  readonly names: readonly DefinedName[];
  /** Names whose formula has no meaning outside of its file, because it refers to another workbook or a missing table. */
  readonly lostNames?: readonly DefinedName[];
}

/**
 * The tokens of a cell's formula with what its names mean in this cell in their place. Functions that mean the same everywhere stay, and so does a name within
 * itself. Calls `unknown` with a sentence for a name whose meaning is not known.
 */
export function withNamesInPlace(
  formula: readonly Token[],
  at: CellPlace,
  { sheets, names, lostNames = [] }: NamesOf,
  unknown: (why: string) => void,
): Token[] {
  const stay = namesThatStay(names);
  let length = 0;

  /** The formula of a name for this cell, each cell with its sheet. */
  const moved = (name: DefinedName): Token[] => {
    const tokens = tokensIn(name);
    return tokens.flatMap((token, i): readonly Token[] => {
      const { kind, text } = token;
      if (text === "!") return [];
      if (kind !== "cell" && kind !== "lines") return [token];
      // A name's formula is written for A1.
      const cell = shiftedText(token, at.row, at.column, true);
      const before = tokens[i - 1];
      const isBare = before?.kind !== "sheet" && before?.text !== ":" && before?.text !== "!" && before?.kind !== "bracket";
      if (isBare && name.sheet === undefined && sheets.length > 1)
        unknown(`It uses the name ${name.name}, whose reference ${text} has no sheet. Add the sheet in Excel (Formulas, Name Manager), and save the book.`);
      const sheet = isBare && name.sheet !== undefined ? name.sheet : undefined;
      const own: Token = { kind, text: cell };
      return sheet === undefined ? [own] : [sheetToken(sheet), own];
    });
  };

  const inPlace = (tokens: readonly Token[], home: string, within: readonly DefinedName[]): Token[] => {
    const out: Token[] = [];
    for (const [i, token] of tokens.entries()) {
      const before = tokens[i - 1];
      const isOfRange = token.kind === "name" && tokens[i + 1]?.text === ":" && tokens[i + 2]?.kind === "sheet";
      if (!isWord(token) || isOfRange || before?.kind === "bracket") {
        out.push(token);
        continue;
      }
      const scope = before?.kind === "sheet" ? sheetOf(before) : home;
      const named = findName(names, token.text, scope);
      const name = named && (token.kind === "name" || isCallable(named)) ? named : undefined;
      if (!name) {
        const lost = findName(lostNames, token.text, scope);
        if (lost) unknown(`It uses the name ${lost.name}, which refers to another workbook or to a missing table. Open the book in Excel to update it.`);
        else if (token.kind === "name")
          unknown(`It uses the name ${token.text}, which this book does not have. Correct the formula in Excel, and save the book.`);
        out.push(token);
        continue;
      }
      if (stay.has(name) || within.includes(name)) {
        out.push(token);
        continue;
      }
      length += name.formula.length;
      if (within.length >= DEEPEST || length > LONGEST) {
        unknown(
          `It uses the name ${name.name}, which leads to more names, or longer formulas, than this refresh can follow. Open the book in Excel to update it.`,
        );
        out.push(token);
        continue;
      }
      const body = inPlace(moved(name), name.sheet ?? scope, [...within, name]);
      if (before?.kind === "sheet") out.pop();
      // A function that is called where it is defined has no brackets.
      append(out, isSingle(body) || token.kind === "function" ? body : inBrackets(body));
    }
    return out;
  };
  return inPlace(formula, at.sheet, []);
}
