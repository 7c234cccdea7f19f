import type { SheetValidation } from "../../book";
import type { BookEdit } from "../../moved-areas";
import { areasIn } from "../read-validations";
import { cellAreasAfter } from "./rule-areas";

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
