import type { SheetValidation } from "../../book";
import type { Block } from "../../block";
import type { BookEdit } from "../../edits/moved-areas";
import { areasIn } from "../read/read-validations";
import { sameJson } from "../../../contract/json";
import { referenceText } from "../../areas";
import { blockText } from "../../cell-address";
import { blockIn, linesIn } from "../../cell-reference";
import { cellsAfter } from "../../edits/edited-cells";
import { editedFormula } from "../../formulas/edited-formula";
import { movedBlock } from "../../edits/moved-places";

/* Where the areas of a part's elements are after edits: those that are references, and those of rules, links and notes, which go with their cells. */

type Edits = readonly BookEdit[];

const listed = (areas: string): string[] => areas.trim().split(/\s+/);
const blockOf = (area: string): Block | undefined => blockIn(area) ?? linesIn(area);

/** A block in the form of the area that it was. */
function like(block: Block, area: string): string {
  const [first = "", last = first] = area.split(":");
  return referenceText(block, area.includes(":") || block.rows * block.columns > 1 ? [first, last] : [first]);
}

/** A list of areas that are references, `A1:B2 D4`, after edits; undefined if all of them are removed. */
export function referencesAfter(text: string, sheet: string, edits: Edits): string | undefined {
  const moved = listed(text).flatMap((one) => {
    const block = blockOf(one);
    const now = block && movedBlock(block, sheet, edits);
    return block ? (now ? [like(now, one)] : []) : [one];
  });
  return moved.length > 0 ? moved.join(" ") : undefined;
}

/** The areas of a rule, link or note after edits, and the formulas that are written for the first of its cells. */
interface CellAreas {
  /** undefined if no cell is left. */
  readonly text: string | undefined;
  readonly formulas: readonly string[];
  /** True if some cells are without it now: those that moved to another sheet, or away from the others of a rule that means other cells from each cell. */
  readonly isLeft: boolean;
}

/**
 * The areas of a rule, link or note after edits: they go with their cells.
 *
 * @param grows true if it is for lines, too, that are inserted behind its last one
 */
export function cellAreasAfter(text: string, formulas: readonly string[], sheet: string, edits: Edits, grows = false): CellAreas {
  const areas = listed(text);
  const first = areas.flatMap((one) => blockOf(one) ?? []);
  if (first.length === 0) return { text, formulas: formulas.map((formula) => editedFormula(formula, edits, { home: sheet })), isLeft: false };
  const { areas: now, formulas: written, isLeft } = cellsAfter({ areas: first, formulas }, sheet, edits, grows);
  const isSame = sameJson(now, first);
  const list = isSame ? text : now.map((block, i) => (now.length === areas.length ? like(block, areas[i]!) : blockText(block))).join(" ");
  return { text: now.length > 0 ? list : undefined, formulas: written, isLeft };
}

/** The rules of a sheet after edits, as they are in its saved file. */
export function movedValidations(rules: readonly SheetValidation[], sheet: string, edits: readonly BookEdit[]): readonly SheetValidation[] {
  if (edits.length === 0) return rules;
  return rules.flatMap((rule): SheetValidation[] => {
    const { text, formulas } = cellAreasAfter(
      rule.sqref,
      rule.formulas.map((formula) => formula.slice(1)),
      sheet,
      edits,
    );
    return text === undefined ? [] : [{ ...rule, sqref: text, areas: areasIn(text), formulas: formulas.map((formula) => `=${formula}`) }];
  });
}
