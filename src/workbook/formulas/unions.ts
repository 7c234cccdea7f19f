import { wordsIn } from "../../contract/text";
import { besides, bracketsAround, closingOf, isWholeArgument, partsBetween, textOf, tokensOf, type Token } from "./formula-tokens";

/** Functions for which a union of areas is the same as each area as an argument of its own. */
const ANY_AREAS: ReadonlySet<string> = new Set(
  wordsIn(`
    AND AVEDEV AVERAGE AVERAGEA COUNT COUNTA DEVSQ GEOMEAN HARMEAN KURT MAX MAXA MEDIAN MIN MINA OR PRODUCT SKEW SKEW.P STDEV STDEV.P STDEV.S STDEVA
    STDEVP STDEVPA SUBTOTAL SUM SUMSQ VAR VAR.P VAR.S VARA VARP VARPA`),
);

/** Functions that take one list of cells, with the number of this argument, and the function that gives the same and that engines are measured with. */
const ONE_LIST: ReadonlyMap<string, readonly [argument: number, same: string]> = new Map(
  wordsIn(`
    LARGE:0 SMALL:0 IRR:0 TRIMMEAN:0 RANK:1:RANK.EQ RANK.EQ:1 RANK.AVG:1 PERCENTILE:0:PERCENTILE.INC PERCENTILE.INC:0 PERCENTILE.EXC:0
    QUARTILE:0:QUARTILE.INC QUARTILE.INC:0 QUARTILE.EXC:0 PERCENTRANK:0:PERCENTRANK.INC PERCENTRANK.INC:0 PERCENTRANK.EXC:0`)
    .map((entry) => entry.split(":"))
    .map(([name, argument, same]) => [name!, [Number(argument), same ?? name!]]),
);

/** The calls that engines have for a union: all its cells as one column, and one of its areas by its number. */
export const UNION_CALLS = { cells: "_xlfn.UNION", area: "_xlfn.AREA" } as const;

/** True for the tokens of references, and of several with commas between them. */
const isOfAreas = ({ kind, text }: Token): boolean => /^(?:cell|lines|sheet|name|blank|comma)$/.test(kind) || text === ":";

/** True if a formula has a union of areas, `(A1,B1)`: a comma that is neither between arguments nor in an array constant. */
export function hasUnion(tokens: readonly Token[]): boolean {
  const around = bracketsAround(tokens);
  return tokens.some(({ kind }, i) => kind === "comma" && around[i]?.of === undefined);
}

/** The tokens of each part of `partsBetween`. */
export const partsOf = (tokens: readonly Token[], from: number, to: number): (readonly Token[])[] =>
  partsBetween(tokens, from, to).map((part) => tokens.slice(part.from, part.to));

/** A call of a function that takes a union as one argument, without the union; undefined if it has to stay. */
function callWithout(name: string, parts: readonly (readonly Token[])[], argument: number, areas: readonly (readonly Token[])[]): string | undefined {
  const texts = parts.map(textOf);
  const list = areas.map(textOf).join(",");
  const [place, same] = ONE_LIST.get(name) ?? [];
  if (place === argument) return `${same}(${texts.map((text, i) => (i === place ? `${UNION_CALLS.cells}(${list})` : text)).join(",")})`;
  if (name === "AREAS" && texts.length === 1) return String(areas.length);
  if (name !== "INDEX" || argument !== 0 || texts.length > 4) return undefined;
  const [, row = "", column = "", number = "1"] = texts;
  const area = /^\s*\d+\s*$/.test(number) ? areas[Number(number) - 1] : undefined;
  if (area) return `INDEX(${textOf(area)},${row}${texts.length > 2 ? `,${column}` : ""})`;
  return number.trim() === "" ? undefined : `INDEX(${UNION_CALLS.area}(${number},${list}),${row},${column})`;
}

/** The tokens with the first union replaced that can be; undefined if there is none. */
function withOneLess(tokens: readonly Token[]): readonly Token[] | undefined {
  const around = bracketsAround(tokens);
  for (const [open, { kind }] of tokens.entries()) {
    if (kind !== "open" || besides(tokens, open, -1)?.kind === "function") continue;
    let close = open + 1;
    while (close < tokens.length && isOfAreas(tokens[close]!)) close++;
    const outer = around[open];
    if (!outer || tokens[close]?.kind !== "close" || !isWholeArgument(tokens, open, close) || !tokens.slice(open, close).some((t) => t.kind === "comma"))
      continue;
    const inner = tokens.slice(open + 1, close);
    if (outer.of === undefined || ANY_AREAS.has(outer.of)) return [...tokens.slice(0, open), ...inner, ...tokens.slice(close + 1)];
    const end = closingOf(tokens, outer.open);
    const call = callWithout(outer.of, partsOf(tokens, outer.open + 1, end), outer.argument, partsOf(inner, 0, inner.length));
    let start = outer.open - 1;
    while (tokens[start]?.kind === "blank") start--;
    if (call !== undefined) return [...tokens.slice(0, start), ...tokensOf(call), ...tokens.slice(end + 1)];
  }
  return undefined;
}

/** Brackets that are not a function's. */
const BRACKETS = /(?:^|[^\p{L}\p{N}_.\s])\s*\(/u;

/**
 * A formula without the unions of areas that an engine can do without: `SUM((A1,B1),C1)` is `SUM(A1,B1,C1)`, `INDEX((A1,B1),1,1,2)` is `INDEX(B1,1,1)`, and
 * `LARGE((A1,B1),1)` gets a call of `UNION_CALLS`. Other unions stay.
 */
export function withoutUnions(formula: string): string {
  if (!BRACKETS.test(formula)) return formula;
  let tokens: readonly Token[] = tokensOf(formula);
  if (!hasUnion(tokens)) return formula;
  for (let next = withOneLess(tokens); next; next = withOneLess(tokens)) tokens = next;
  return textOf(tokens);
}

/** A formula with functions that other engines have in place of `UNION_CALLS`. */
export function withoutUnionCalls(formula: string): string {
  if (!formula.includes(UNION_CALLS.cells) && !formula.includes(UNION_CALLS.area)) return formula;
  const tokens = tokensOf(formula);
  const around = bracketsAround(tokens);
  const ends = new Set(tokens.flatMap(({ text }, i) => (text === UNION_CALLS.cells ? [closingOf(tokens, i + 1)] : [])));
  return tokens
    .map(({ kind, text }, i) => {
      if (text === UNION_CALLS.cells) return "VSTACK(TOCOL";
      if (text === UNION_CALLS.area) return "CHOOSE";
      if (ends.has(i)) return "))";
      return kind === "comma" && around[i]?.of === UNION_CALLS.cells.toUpperCase() ? "),TOCOL(" : text;
    })
    .join("");
}
