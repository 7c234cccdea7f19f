import { sheetOf } from "./areas";
import { sheetPrefix } from "./cell-address";
import { tokensOf, type Token } from "./formula-tokens";
import { movedArea, sameSheet, type BookEdit } from "./moved-areas";
import { referenceAt, referenceText, type ReferenceAt } from "./reference-at";
import { withoutSheet } from "./without-sheet";

/** Where a formula is. */
export interface FormulaPlace {
  /** The sheet of its cell, or of a name for one sheet; empty for a name of the whole workbook. */
  readonly home: string;
  /** The sheet of its cell after the edit, if that is another one. */
  readonly newHome?: string;
  /** True for the formula of a name, whose references without `$` mean other cells from each cell. */
  readonly isName?: boolean;
  /** True if a name is one of a sheet only. */
  readonly isOfSheet?: (name: string, sheet: string) => boolean;
}

/** True if an edit moves a reference of a name: its lines are fixed by `$` where the edit changes them. */
function isFixed(sides: readonly string[], edit: BookEdit): boolean {
  const fixed = { columns: sides.every((side) => /^\$[A-Z]|^\$?\d/i.test(side)), rows: sides.every((side) => /\$\d+$|[A-Z]$/i.test(side)) };
  if (edit.kind === "rename" || edit.kind === "remove") return true;
  if (edit.kind === "move") return fixed.rows && fixed.columns;
  return fixed[edit.axis] && (edit.across[1] === Infinity || (fixed.rows && fixed.columns));
}

/** True if a formula may refer to a sheet by name. */
const mayName = (formula: string, sheet: string): boolean => formula.includes("!") && formula.toLowerCase().includes(sheet.toLowerCase().replaceAll("'", "''"));

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

/**
 * A formula after an edit, with its references to the cells that they mean then, as in Excel; the same text if none changes. Cells that are gone are `#REF!`. A
 * reference over several sheets keeps its cells.
 */
export function editedFormula(formula: string, edit: BookEdit, place: FormulaPlace): string {
  const { home, newHome = home, isOfSheet = () => false } = place;
  const isMoved = !sameSheet(home, newHome);
  const touched = edit.kind === "move" ? [edit.sheet, edit.to.sheet] : [edit.sheet];
  const isTouched = (sheet: string): boolean => (edit.kind !== "rename" && sameSheet(sheet, home)) || mayName(formula, sheet);
  if (!isMoved && !touched.some(isTouched)) return formula;
  if (edit.kind === "remove") return mayName(formula, edit.sheet) ? withoutSheet(formula, edit.sheet) : formula;
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
    else if (written && (prefix?.sheets.length ?? 1) === 1) text += editedReference(written, prefix?.sheets[0], edit, place) ?? textOf(tokens, i, end);
    else if (prefix) {
      const isRenamed = edit.kind === "rename" && prefix.sheets.some((sheet) => sameSheet(sheet, edit.sheet));
      text += isRenamed ? sheetPrefix(...prefix.sheets.map((sheet) => (sameSheet(sheet, edit.sheet) ? edit.name : sheet))) : textOf(tokens, i, start);
      text += textOf(tokens, start, end);
    } else text += isMoved && token.kind === "name" && isOfSheet(token.text, home) ? `${sheetPrefix(home)}${token.text}` : token.text;
    i = isOfOtherBook || written || prefix ? end - 1 : i;
  }
  return text;
}

/** A reference after an edit; undefined if it stays as it is written. */
function editedReference({ area: block, sides }: ReferenceAt, sheet: string | undefined, edit: BookEdit, { home, newHome = home, isName }: FormulaPlace) {
  if (sheet === undefined && edit.kind === "rename") return undefined;
  const area = { ...block, sheet: sheet ?? home };
  const moved = isName && !isFixed(sides, edit) ? area : movedArea(area, edit);
  if (!moved) return "#REF!";
  const stays = sheet === undefined ? sameSheet(moved.sheet, newHome) || (moved === area && sameSheet(home, newHome)) : moved.sheet === sheet;
  if (moved === area && stays) return undefined;
  const prefix = sheet === undefined && stays ? "" : sheetPrefix(moved.sheet);
  return `${prefix}${referenceText(moved, sides)}`;
}
