import type { DefinedName } from "./book";
import { textOf, tokensOf, type Token } from "./formula-tokens";

/** Functions for which a union of areas is the same as each area as an argument of its own. */
const ANY_AREAS: ReadonlySet<string> = new Set(
  (
    "AND AVEDEV AVERAGE AVERAGEA COUNT COUNTA DEVSQ GEOMEAN HARMEAN KURT MAX MAXA MEDIAN MIN MINA OR PRODUCT SKEW SKEW.P STDEV STDEV.P STDEV.S STDEVA STDEVP " +
    "STDEVPA SUBTOTAL SUM SUMSQ VAR VAR.P VAR.S VARA VARP VARPA"
  ).split(" "),
);

/** True for the tokens of references, and of several with commas between them. */
const isOfAreas = ({ kind, text }: Token): boolean => /^(?:cell|lines|sheet|name|blank|comma)$/.test(kind) || text === ":";

/** What an opening bracket is of: a function's name in capitals, `{` for an array constant, or nothing for an expression. */
type Bracket = string | undefined;

/** The bracket around each token; false outside of all. */
function bracketsAround(tokens: readonly Token[]): readonly (Bracket | false)[] {
  const open: Bracket[] = [];
  let before: Bracket;
  return tokens.map(({ kind, text }) => {
    if (kind === "close" || text === "}") open.pop();
    const around = open.length === 0 ? false : open[open.length - 1];
    if (kind === "open") open.push(before);
    else if (text === "{") open.push(text);
    if (kind !== "blank") before = kind === "function" ? text.toUpperCase() : undefined;
    return around;
  });
}

/** True if a formula has a union of areas, `(A1,B1)`: a comma that is neither between arguments nor in an array constant. */
export function hasUnion(tokens: readonly Token[]): boolean {
  const around = bracketsAround(tokens);
  return tokens.some(({ kind }, i) => kind === "comma" && typeof around[i] !== "string");
}

/** The brackets of the first union that can be left out: it is an argument of a function that takes any areas, or a part of another union. */
function needlessBrackets(tokens: readonly Token[]): readonly [open: number, close: number] | undefined {
  const around = bracketsAround(tokens);
  const besides = (i: number, step: 1 | -1): Token | undefined => (tokens[i + step]?.kind === "blank" ? besides(i + step, step) : tokens[i + step]);
  for (const [open, { kind }] of tokens.entries()) {
    if (kind !== "open" || besides(open, -1)?.kind === "function") continue;
    let close = open + 1;
    while (close < tokens.length && isOfAreas(tokens[close]!)) close++;
    const [outer, before, after] = [around[open], besides(open, -1), besides(close, 1)];
    const isArgument = /^(?:open|comma)$/.test(before?.kind ?? "") && /^(?:close|comma)$/.test(after?.kind ?? "");
    if (tokens[close]?.kind !== "close" || !isArgument || !tokens.slice(open, close).some((t) => t.kind === "comma")) continue;
    if (outer === undefined || (outer !== false && ANY_AREAS.has(outer))) return [open, close];
  }
  return undefined;
}

/** The tokens of the names whose formulas are unions, by name in lower case. */
const byNames = new WeakMap<readonly DefinedName[], ReadonlyMap<string, readonly Token[]>>();
function unionsIn(names: readonly DefinedName[]): ReadonlyMap<string, readonly Token[]> {
  let unions = byNames.get(names);
  if (!unions) {
    const all = names.map(({ name, formula }) => [name.toLowerCase(), tokensOf(formula.replace(/^=/, ""))] as const);
    byNames.set(names, (unions = new Map(all.filter(([, tokens]) => hasUnion(tokens) && tokens.every(isOfAreas)))));
  }
  return unions;
}

/** Brackets that are not a function's. */
const BRACKETS = /(?:^|[^\p{L}\p{N}_.\s])\s*\(/u;

/**
 * A formula in which each union of areas is the arguments of the function around it, if that gives the same: `SUM((A1,B1),C1)` is `SUM(A1,B1,C1)`. Other
 * unions stay.
 *
 * @param names names whose formula is a union are read as that union
 */
export function withoutUnions(formula: string, names: readonly DefinedName[] = []): string {
  const unions = unionsIn(names);
  if (unions.size === 0 && !BRACKETS.test(formula)) return formula;
  let tokens = tokensOf(formula);
  if (unions.size > 0)
    tokens = tokens.flatMap((token): readonly Token[] => {
      const inside = token.kind === "name" ? unions.get(token.text.toLowerCase()) : undefined;
      return inside ? [{ kind: "open", text: "(" }, ...inside, { kind: "close", text: ")" }] : [token];
    });
  if (!hasUnion(tokens)) return formula;
  for (let found = needlessBrackets(tokens); found; found = needlessBrackets(tokens)) {
    const [open, close] = found;
    tokens = [...tokens.slice(0, open), ...tokens.slice(open + 1, close), ...tokens.slice(close + 1)];
  }
  return textOf(tokens);
}
