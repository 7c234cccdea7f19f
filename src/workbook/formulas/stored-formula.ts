import { wordsIn } from "../../contract/text";
import { withSeparators } from "../../contract/counted";
import { readBrokenNames, SERVICE_IDS } from "./broken-names";
import { sheetPrefix } from "../cell-address";
import { LONGEST_FORMULA } from "../excel-limits";
import { closingOf, partsBetween, textOf, type Token, tokensOf } from "./formula-tokens";
import { findServiceCalls, hasServiceCall, storedName } from "./service-calls";

/**
 * A stored formula with the stored name of every call, `_xldudf_SERVICE_FRED(`, whatever stands there: the typed name, a name of another machine or add-in, or
 * other letter case. Names of functions that do not exist stay, and so does the rest of the formula.
 *
 * @param ownService the workbook defines the name `SERVICE`, so a bare `SERVICE(` calls that name
 */
export function withStoredNames(formula: string, ownService = false): string {
  if (!/service/i.test(formula)) return formula;
  const { healed } = readBrokenNames(formula);
  const calls = findServiceCalls(healed).filter(({ id }) => SERVICE_IDS.has(id));
  if (ownService && calls.some(({ id }) => id === "SERVICE")) return formula;
  let text = "";
  let at = 0;
  for (const { start, open, id } of calls) {
    text += healed.slice(at, start) + storedName(id);
    at = open;
  }
  return text + healed.slice(at);
}

/** True if a stored formula calls a function that exists, under any name. */
export const hasKnownCall = (formula: string): boolean =>
  /service/i.test(formula) && findServiceCalls(readBrokenNames(formula).healed).some(({ id }) => SERVICE_IDS.has(id));

/** True if Excel does not find a function of this stored formula under the name that stands there. */
export const hasStuckName = (formula: string): boolean => /service/i.test(formula) && withStoredNames(formula).toLowerCase() !== formula.toLowerCase();

/** Functions that Excel stores with a prefix because the first version of the file format did not have them. */
const MODERN_FUNCTIONS: ReadonlySet<string> = new Set(
  wordsIn(`
    ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR
    BYCOL BYROW CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT
    CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DETECTLANGUAGE DROP ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND
    EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FIELDVALUE FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT
    FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST
    IFNA IFS IMAGE IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP
    MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC
    PERCENTOF PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI PIVOTBY POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE
    REGEXEXTRACT REGEXREPLACE REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY STDEV.P STDEV.S STOCKHISTORY SWITCH T.DIST T.DIST.2T
    T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW TRANSLATE TRIMRANGE UNICHAR UNICODE UNIQUE VALUETOTEXT
    VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST`),
);

/** The newer functions that have a second prefix. */
const WORKSHEET_ONLY: ReadonlySet<string> = new Set(["FILTER", "SORT", "PY"]);

/** Functions whose results fill more than their own cell. */
const ARRAY_FUNCTIONS: ReadonlySet<string> = new Set(
  wordsIn(`
    BYCOL BYROW CHOOSECOLS CHOOSEROWS DROP EXPAND FILTER FREQUENCY GROUPBY GROWTH HSTACK LET LINEST LOGEST MAKEARRAY MAP MINVERSE MMULT MODE.MULT MUNIT
    PIVOTBY RANDARRAY REDUCE REGEXEXTRACT SCAN SEQUENCE SORT SORTBY STOCKHISTORY TAKE TEXTSPLIT TOCOL TOROW TRANSPOSE TREND TRIMRANGE UNIQUE VSTACK WRAPCOLS
    WRAPROWS XLOOKUP`),
);

/*
 * Converts between a displayed formula, `=SERVICE.FRED(A2)`, and its form in an .xlsx file, `_xldudf_SERVICE_FRED(A2)`: without the equals sign, custom
 * functions by their ids, newer functions and the names in LET and LAMBDA with a prefix, `A1#` and `@x` as calls.
 */

const FUTURE = "_xlfn.";
/** The calls that a file has for the operators `@x` and `A1#`. */
export const OPERATOR_CALLS = { single: `${FUTURE}SINGLE`, spilled: `${FUTURE}ANCHORARRAY` } as const;
const PARAMETER = "_xlpm.";
/** The prefix of an optional one where LAMBDA defines it. */
const OPTIONAL = /^_xlop\./i;
/** True for the name of a parameter that `markParameters` has marked. */
export const isParameter = ({ text }: Token): boolean => text.startsWith(PARAMETER) || OPTIONAL.test(text);
export interface StoredOptions {
  /** The workbook defines the name `SERVICE`, so a bare `SERVICE(` calls that name. */
  readonly ownService?: boolean;
}

function storedFunction(name: string, ownService: boolean): string {
  const upper = name.toUpperCase();
  if (SERVICE_IDS.has(upper)) return ownService && upper === "SERVICE" ? name : storedName(upper);
  if (WORKSHEET_ONLY.has(upper)) return `${FUTURE}_xlws.${upper}`;
  return MODERN_FUNCTIONS.has(upper) ? `${FUTURE}${upper}` : name;
}

const nextSolid = (tokens: readonly Token[], from: number): number => {
  let i = from;
  while (tokens[i]?.kind === "blank") i++;
  return i;
};

/** Marks, in place, the names that LET and LAMBDA define, everywhere in their call. */
export function markParameters(tokens: Token[]): void {
  for (const [i, { kind, text }] of tokens.entries()) {
    const isLet = /^LET$/i.test(text);
    if (kind !== "function" || !(isLet || /^LAMBDA$/i.test(text))) continue;
    const open = nextSolid(tokens, i + 1);
    const close = closingOf(tokens, open);
    const parts = partsBetween(tokens, open + 1, close);
    const names = new Set<string>();
    for (const [n, { from, to }] of parts.slice(0, -1).entries()) {
      if (isLet && n % 2 === 1) continue;
      // `[x]` is an optional parameter.
      const solid = tokens.slice(from, to).filter((t) => t.kind !== "blank");
      const name = solid.length === 1 ? solid[0]!.text.replace(/^\[|\]$/g, "").replace(OPTIONAL, "") : "";
      if (/^[\p{L}_\\]/u.test(name)) names.add(name.toLowerCase());
    }
    for (let j = open + 1; j < close; j++) {
      const t = tokens[j]!;
      if ((t.kind === "name" || t.kind === "function") && names.has(t.text.toLowerCase())) tokens[j] = { kind: "name", text: PARAMETER + t.text };
      else if (t.kind === "bracket" && names.has(t.text.slice(1, -1).toLowerCase()))
        tokens[j] = { kind: "bracket", text: `[${PARAMETER}${t.text.slice(1, -1)}]` };
    }
  }
}

/** Tokens without the marks of `markParameters`. */
export const withoutMarks = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token) => {
    if (token.kind === "bracket") return { ...token, text: token.text.replace(`[${PARAMETER}`, "[") };
    return token.kind === "name" && token.text.startsWith(PARAMETER) ? { ...token, text: token.text.slice(PARAMETER.length) } : token;
  });

/** The end of the operand that starts here: a reference with its sheet, a range, or a call. */
function operandEnd(tokens: readonly Token[], from: number): number {
  let i = from;
  if (tokens[i]?.kind === "sheet") i++;
  const token = tokens[i];
  if (!token) return i;
  if (token.kind === "open") i = closingOf(tokens, i) + 1;
  else if (token.kind === "function" || (token.kind === "name" && tokens[i + 1]?.kind === "open")) i = closingOf(tokens, nextSolid(tokens, i + 1)) + 1;
  else i++;
  while (tokens[i]?.kind === "bracket" || tokens[i]?.text === "#") i++;
  if (tokens[i]?.text === ":" && tokens[i + 1]) return operandEnd(tokens, i + 1);
  return Math.min(i, tokens.length);
}

/** Converts `A1#` and `@x` to the calls that a file has for them. */
function storeOperators(tokens: Token[]): void {
  for (let i = tokens.length - 1; i >= 0; i--) {
    if (tokens[i]!.text === "#") {
      let from = i - 1;
      if (tokens[from]?.kind !== "cell" && tokens[from]?.kind !== "name") continue;
      if (tokens[from - 1]?.kind === "sheet") from--;
      tokens.splice(from, i - from + 1, { kind: "name", text: `${OPERATOR_CALLS.spilled}(${textOf(tokens.slice(from, i))})` });
      i = from;
    }
  }
  for (let i = tokens.length - 1; i >= 0; i--) {
    if (tokens[i]!.text !== "@") continue;
    const from = nextSolid(tokens, i + 1);
    const to = operandEnd(tokens, from);
    if (to > from) tokens.splice(i, to - i, { kind: "name", text: `${OPERATOR_CALLS.single}(${textOf(tokens.slice(from, to))})` });
  }
}

/** A formula with calls in place of the operators `@x` and `A1#`. */
export function withOperatorCalls(formula: string): string {
  if (!/[@#]/.test(formula)) return formula;
  const tokens = tokensOf(formula);
  storeOperators(tokens);
  return textOf(tokens);
}

/** The sheet's token, with quotes if its name needs them. Not in `Jan:Mar!` and `[1]Jan!`, whose quotes begin before. */
const storedSheet = (text: string, before: Token | undefined): string =>
  text.startsWith("'") || before?.text === ":" || before?.kind === "bracket" ? text : sheetPrefix(text.slice(0, -1));

/** Converts a formula to its stored form; strings and the names of sheets do not change. */
export function toStoredFormula(formula: string, { ownService = false }: StoredOptions = {}): string {
  const tokens = tokensOf(formula.replace(/^=/, ""));
  markParameters(tokens);
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind === "sheet") tokens[i] = { kind, text: storedSheet(text, tokens[i - 1]) };
    if (kind !== "function" || tokens[i - 1]?.kind === "sheet") continue;
    const stored = storedFunction(text, ownService);
    tokens[i] = { kind, text: stored };
    // A stored name must be followed directly by its parenthesis.
    if (stored !== text && tokens[i + 1]?.kind === "blank") tokens[i + 1] = { kind: "blank", text: "" };
  }
  storeOperators(tokens);
  return textOf(tokens);
}

const PREFIX = /^(?:_xlfn\.|_xlws\.|_xlpm\.|_xludf\.)+/i;

/** Converts the calls `ANCHORARRAY` and `SINGLE` to their operators. */
function seenOperators(tokens: Token[]): void {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const { kind, text } = tokens[i]!;
    if (kind !== "function" || !/^_xlfn\.(?:ANCHORARRAY|SINGLE)$/i.test(text)) continue;
    const open = nextSolid(tokens, i + 1);
    const close = closingOf(tokens, open);
    if (close >= tokens.length) continue;
    // Removes the closing parenthesis first, because removal shifts the later indexes.
    if (/SINGLE/i.test(text)) {
      tokens.splice(close, 1);
      tokens.splice(i, open - i + 1, { kind: "mark", text: "@" });
    } else {
      tokens.splice(close, 1, { kind: "mark", text: "#" });
      tokens.splice(i, open - i + 1);
    }
  }
}

/** Converts a stored formula to its displayed form, with its equals sign. Corrects broken SERVICE names from another machine. */
export function toSeenFormula(stored: string): string {
  if (!/[_\\]/.test(stored)) return `=${stored}`;
  const tokens = tokensOf(stored);
  seenOperators(tokens);
  const seen = tokens.map((t) => {
    if (t.kind === "bracket") return t.text.replace(/^\[_xlpm\./i, "[");
    return t.kind === "function" || t.kind === "name" ? t.text.replace(PREFIX, "") : t.text;
  });
  return `=${readBrokenNames(seen.join("")).healed}`;
}

/**
 * True if a formula must be stored as a dynamic array: calls of SERVICE, and what may fill several cells. Otherwise Excel would put an `@` before it and use one
 * cell of a range.
 */
export const needsArray = (formula: string): boolean => hasServiceCall(formula) || mayFillCells(formula);

/** True if a formula has what may fill several cells: functions that return arrays, array constants, spilled ranges, and arithmetic over ranges. */
export function mayFillCells(formula: string): boolean {
  const tokens = tokensOf(formula.replace(/^=/, "")).filter((t) => t.kind !== "blank");
  return tokens.some(({ kind, text }, i) => {
    if (kind === "function") return ARRAY_FUNCTIONS.has(text.toUpperCase());
    if (text === "{" || text === "@" || (text === "#" && i > 0)) return true;
    const isRange = kind === "lines" || (text === ":" && tokens[i - 1]?.kind === "cell" && tokens[i + 1]?.kind === "cell");
    if (!isRange) return false;
    let from = kind === "lines" ? i : i - 1;
    if (tokens[from - 1]?.kind === "sheet") from--;
    const to = kind === "lines" ? i : i + 1;
    const operator = (t: Token | undefined): boolean => t !== undefined && t.kind === "mark" && /[-+*/^&=<>%]/.test(t.text);
    // A single range, `=A1:A3`, spills, too.
    return operator(tokens[from - 1]) || operator(tokens[to + 1]) || (from === 0 && to === tokens.length - 1);
  });
}

/** Why a file cannot contain this formula; undefined if it can. Excel rejects a whole file because of one formula that it cannot read. */
export function unstorable(formula: string): string | undefined {
  const tokens = tokensOf(formula.replace(/^=/, ""));
  if (tokens.every((t) => t.kind === "blank")) return "it is empty";
  if (textOf(tokens).length > LONGEST_FORMULA) return `it is longer than the ${withSeparators(LONGEST_FORMULA)} characters that Excel takes`;
  let depth = 0;
  let braces = 0;
  for (const [i, { kind, text }] of tokens.entries()) {
    // `[x]` between argument ends is an optional parameter of LAMBDA.
    const parameter = /^(?:open|comma)$/.test(tokens[i - 1]?.kind ?? "") && tokens[i + 1]?.kind === "comma";
    if (kind === "bracket" && !parameter) return "it refers to a table or to another workbook";
    if (kind === "mark" && /["'\]]/.test(text)) return "a quotation mark or a bracket in it is not closed";
    // oxlint-disable-next-line no-control-regex
    if (kind !== "string" && /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) return "it holds a control character";
    if (kind === "open") depth++;
    if (kind === "close") depth--;
    if (text === "{") braces++;
    if (text === "}") braces--;
    if (depth < 0 || braces < 0) return "a parenthesis in it was never opened";
  }
  if (depth > 0 || braces > 0) return "a parenthesis in it is not closed";
  const last = tokens.filter((t) => t.kind !== "blank").at(-1)!;
  return last.kind === "mark" && /[-+*/^&=<>:@,;]/.test(last.text) ? "something is missing at its end" : undefined;
}
