import { wordsIn } from "../../contract/text";
import { append } from "../../contract/lists";
import { referenceAt, sheetOf, sheetToken } from "../areas";
import { bracketsAround, inBrackets, isWholeArgument, textOf, type Token } from "./formula-tokens";

/*
 * References over several sheets, `Jan:Mar!B2` and `'Jan 1:Mar 3'!B2:C9`. No engine reads them, so they are replaced by the cells of each sheet.
 */

/** Functions that Excel documents to take such references. The first ones take any number of arguments, so that each sheet is an argument of its own. */
const WITH_ANY_ARGUMENTS = wordsIn(`
  AVERAGE AVERAGEA COUNT COUNTA HARMEAN HSTACK KURT MAX MAXA MEDIAN MIN MINA PRODUCT STDEV STDEV.P STDEV.S STDEVA STDEVP STDEVPA SUM VAR VAR.P VAR.S
  VARA VARP VARPA VSTACK`);
const WITH_ONE_LIST = wordsIn(`
  LARGE PERCENTILE PERCENTILE.EXC PERCENTILE.INC PERCENTRANK PERCENTRANK.EXC PERCENTRANK.INC QUARTILE QUARTILE.EXC QUARTILE.INC RANK RANK.AVG RANK.EQ
  SMALL TRIMMEAN`);
const TAKES_SHEETS: ReadonlySet<string> = new Set([...WITH_ANY_ARGUMENTS, ...WITH_ONE_LIST]);

/** The names of the first and the last sheet, and the index of the token after them; undefined if no such reference starts here. */
function sheetsAt(tokens: readonly Token[], i: number): { readonly ends: readonly [string, string]; readonly next: number } | undefined {
  const token = tokens[i];
  const last = tokens[i + 2];
  if (!token) return undefined;
  if (token.kind === "name" && tokens[i + 1]?.text === ":" && last?.kind === "sheet") return { ends: [token.text, sheetOf(last)], next: i + 3 };
  // A sheet's own name cannot have a colon.
  const [from, to] = token.kind === "sheet" ? sheetOf(token).split(":") : [];
  return from !== undefined && to !== undefined ? { ends: [from, to], next: i + 1 } : undefined;
}

/** True if tokens have a reference over several sheets. */
export const hasSheetRange = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind }, i) => kind === "sheet" && (sheetsAt(tokens, i) ?? sheetsAt(tokens, i - 2)) !== undefined);

/** The tokens of a reference on one of several sheets, with a comma before all but the first. */
const cellsOn =
  (reference: readonly Token[]) =>
  (sheet: string, i: number): readonly Token[] => [...(i > 0 ? [{ kind: "comma", text: "," } as const] : []), sheetToken(sheet), ...reference];

/**
 * The tokens with the cells of each sheet in place of references over several sheets. Calls `unknown` with a sentence for one that Excel would not take, or
 * whose sheets the book does not have; then it may read any cell.
 *
 * @param sheets in the order of their tabs, hidden ones too
 */
export function withoutSheetRanges(tokens: readonly Token[], sheets: readonly string[], unknown: (why: string, mayReadAny: boolean) => void): readonly Token[] {
  if (!hasSheetRange(tokens)) return tokens;
  const around = bracketsAround(tokens);
  const lower = sheets.map((sheet) => sheet.toLowerCase());
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const range = sheetsAt(tokens, i);
    if (!range) {
      out.push(tokens[i]!);
      continue;
    }
    const end = range.next + (referenceAt(tokens, range.next)?.length ?? 0);
    const reference = tokens.slice(range.next, end);
    const text = textOf(tokens.slice(i, end));
    const [from, to] = range.ends.map((sheet) => lower.indexOf(sheet.toLowerCase())).sort((a, b) => a - b) as [number, number];
    const outer = around[i]?.of ?? "";
    const isArgument = isWholeArgument(tokens, i, end - 1);
    if (from < 0) unknown(`It uses ${text}, and the book has no sheet of one of these names. Correct the formula in Excel, and save the book.`, true);
    else if (reference.length === 0 || !isArgument || !TAKES_SHEETS.has(outer))
      unknown(`It uses ${text} where this refresh reads no reference over several sheets. Open the book in Excel to update it.`, reference.length === 0);
    const cells = from < 0 || reference.length === 0 ? undefined : sheets.slice(from, to + 1).flatMap(cellsOn(reference));
    append(out, cells === undefined ? tokens.slice(i, end) : isArgument && WITH_ANY_ARGUMENTS.includes(outer) ? cells : inBrackets(cells));
    i = end - 1;
  }
  return out;
}
