import { memoizedByObject } from "../../contract/memoized";
import { sheetsForm } from "./called-in-sheets";
import { withFormulaInSheetsForm } from "./sheets-form";
import { referenceAt, type ReferenceAt, referenceText, sheetOf } from "../areas";
import { sheetPrefix } from "../cell-address";
import { type BookEdit, isOfSheets, movedArea, sameSheet } from "../edits/moved-areas";
import { sheetAfter } from "../edits/moved-places";
import { type Token, tokensOf } from "./formula-tokens";

/** Where a formula is. */
export interface FormulaPlace {
  /** The sheet of its cell, or of a name for one sheet; empty for a name of the whole workbook, and for charts. */
  readonly home: string;
  /** The sheet of its cell after the edits, if that is another one. */
  readonly newHome?: string;
  /** True for the formula of a name, whose references without `$` mean other cells from each cell. */
  readonly isName?: boolean;
  /** True if a name is one of a sheet only. */
  readonly isOfSheet?: (name: string, sheet: string) => boolean;
}

/** True if an edit moves a reference of a name: its lines are fixed by `$` where the edit changes them. */
function isFixed(sides: readonly string[], edit: BookEdit): boolean {
  const fixed = { columns: sides.every((side) => /^\$[A-Z]|^\$?\d/i.test(side)), rows: sides.every((side) => /\$\d+$|[A-Z]$/i.test(side)) };
  if (isOfSheets(edit)) return true;
  if (edit.kind === "move") return fixed.rows && fixed.columns;
  return fixed[edit.axis] && (edit.across[1] === Infinity || (fixed.rows && fixed.columns));
}

/** What is before a reference or a name: one sheet, or the first and the last of several. */
interface Prefix {
  readonly sheets: readonly string[];
  /** Number of tokens. */
  readonly length: number;
}

function prefixAt(tokens: readonly Token[], at: number): Prefix | undefined {
  const [first, colon, last] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first?.kind === "sheet") return { sheets: sheetOf(first).split(":"), length: 1 };
  if (first && /^(?:name|cell)$/.test(first.kind) && colon?.text === ":" && last?.kind === "sheet") return { sheets: [first.text, sheetOf(last)], length: 3 };
  return undefined;
}

const textOf = (tokens: readonly Token[], from: number, to: number): string => {
  let text = "";
  for (let i = from; i < to; i++) text += tokens[i]?.text ?? "";
  return text;
};

/** The sheets of edits, in lower case: those whose cells they move, and as formulas name them. */
const touchedBy = memoizedByObject((edits: readonly BookEdit[]) => {
  const sheetsOf = (edit: BookEdit): string[] => (edit.kind === "move" ? [edit.sheet, edit.to.sheet] : [edit.sheet]).map((sheet) => sheet.toLowerCase());
  // A renamed sheet has its new name in later edits.
  const moving = edits.length > 1 ? edits : edits.filter(({ kind }) => kind !== "rename");
  return { homes: new Set(moving.flatMap(sheetsOf)), named: [...new Set(edits.flatMap(sheetsOf))].map((sheet) => sheet.replaceAll("'", "''")) };
});

/** True if edits may change a formula. */
function mayChange(formula: string, edits: readonly BookEdit[], { home, newHome = home }: FormulaPlace): boolean {
  if (!sameSheet(home, newHome)) return true;
  const { homes, named } = touchedBy(edits);
  if (home !== "" && homes.has(home.toLowerCase())) return true;
  if (!formula.includes("!")) return false;
  const lower = formula.toLowerCase();
  return named.some((sheet) => lower.includes(sheet));
}

/**
 * A formula after edits in their order, with its references to the cells that they mean then, as in Excel; the same text if none changes. Cells that are gone are
 * `#REF!`. A reference over several sheets keeps its cells.
 *
 * @param formula in displayed or stored form
 */
export function editedFormula(formula: string, edits: readonly BookEdit[], place: FormulaPlace): string {
  const form = sheetsForm(formula);
  if (form) {
    const now = form.formula === undefined ? undefined : editedFormula(form.formula, edits, place);
    return now === undefined || now === form.formula ? formula : withFormulaInSheetsForm(form.parts, now);
  }
  if (!mayChange(formula, edits, place)) return formula;
  const { home, newHome = home, isOfSheet = () => false } = place;
  const isMoved = !sameSheet(home, newHome);
  const nowHome = isMoved ? newHome : (sheetAfter(home, edits) ?? home);
  const tokens = tokensOf(formula);
  let text = "";
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const prefix = prefixAt(tokens, i);
    const start = i + (prefix?.length ?? 0);
    const written = referenceAt(tokens, start);
    const end = start + (written?.length ?? 1);
    const isOfOtherBook = prefix !== undefined && (tokens[i - 1]?.kind === "bracket" || prefix.sheets.some((sheet) => sheet.includes("[")));
    if (isOfOtherBook) text += textOf(tokens, i, end);
    else if (written && (prefix?.sheets.length ?? 1) === 1)
      text += editedReference(written, prefix?.sheets[0], edits, nowHome, place) ?? textOf(tokens, i, end);
    else if (prefix) {
      const sheets = prefix.sheets.map((sheet) => sheetAfter(sheet, edits));
      const isGone = sheets.length === 1 && sheets[0] === undefined;
      const isRenamed = sheets.some((sheet, at) => sheet !== undefined && sheet !== prefix.sheets[at]);
      const now = isRenamed ? sheetPrefix(...sheets.map((sheet, at) => sheet ?? prefix.sheets[at]!)) : textOf(tokens, i, start);
      text += isGone ? "#REF!" : now + textOf(tokens, start, end);
    } else text += isMoved && token.kind === "name" && isOfSheet(token.text, home) ? `${sheetPrefix(home)}${token.text}` : token.text;
    i = isOfOtherBook || written || prefix ? end - 1 : i;
  }
  return text;
}

/** A reference after edits; undefined if it stays as it is written. */
function editedReference(
  { area: block, sides }: ReferenceAt,
  sheet: string | undefined,
  edits: readonly BookEdit[],
  nowHome: string,
  { home, isName }: FormulaPlace,
): string | undefined {
  const area = { ...block, sheet: sheet ?? home };
  let moved = area;
  for (const edit of edits) {
    if (isName && !isFixed(sides, edit)) continue;
    const next = movedArea(moved, edit);
    if (!next) return "#REF!";
    moved = next;
  }
  const isHere = sheet === undefined && sameSheet(moved.sheet, nowHome);
  const isSame = moved.row === area.row && moved.column === area.column && moved.rows === area.rows && moved.columns === area.columns;
  if (isSame && (isHere || moved.sheet === sheet)) return undefined;
  return `${isHere ? "" : sheetPrefix(moved.sheet)}${referenceText(moved, sides)}`;
}
