import type { SheetValidation, ValidationKind } from "../../book";
import { blockIn, linesIn } from "../../cell-reference";
import { CELL_OPERATORS, firstCell } from "../../conditional-format";
import { FileRefusal } from "../file-refusal";
import { type Attributes, isTrue, elementsInText } from "../read-xml";
import { cellText } from "../xml-edits";

const KINDS: ReadonlySet<string> = new Set<ValidationKind>(["list", "whole", "decimal", "date", "time", "textLength", "custom", "none"]);
const STYLES = ["stop", "warning", "information"] as const;
/** The lists of rules, in the element of all versions and in that of Excel 2010, which has references to other sheets. */
const LISTS = /<((?:[\w.-]+:)?dataValidations)(?=[\s>])[\s\S]*?<\/\1\s*>/g;

/** The areas of `A1:B2 D4`. */
export const areasIn = (sqref: string): SheetValidation["areas"] => sqref.split(/\s+/).flatMap((one) => blockIn(one) ?? linesIn(one) ?? []);

/** A title and a text; nothing without either. */
function messageOf(title: string | undefined, text: string | undefined): { readonly title: string; readonly text: string } | undefined {
  return title || text ? { title: cellText(title ?? ""), text: cellText(text ?? "") } : undefined;
}

function validationOf(a: Attributes, sqref: string, formulas: readonly string[]): SheetValidation {
  const [prompt, error] = [messageOf(a["promptTitle"], a["prompt"]), messageOf(a["errorTitle"], a["error"])];
  const kind = (a["type"] ?? "none") as ValidationKind;
  return {
    sqref,
    areas: areasIn(sqref),
    kind,
    operator: CELL_OPERATORS.find((one) => one === a["operator"]) ?? "between",
    formulas,
    ...(isTrue(a["allowBlank"]) ? { allowsBlank: true } : {}),
    // The attribute means the opposite of its name.
    ...(kind === "list" && !isTrue(a["showDropDown"]) ? { hasArrow: true } : {}),
    ...(isTrue(a["showErrorMessage"]) ? { refusal: { style: STYLES.find((one) => one === a["errorStyle"]) ?? "stop", ...error } } : {}),
    ...(isTrue(a["showInputMessage"]) && prompt ? { prompt } : {}),
  };
}

/**
 * Reads the rules of a sheet for what may be typed into its cells. `isWhole` is false if some cannot be read; they stay in the file.
 *
 * @param seen converts a stored formula to its displayed form, for the first cell of its areas; undefined if it has no meaning outside the file
 */
export function readValidations(
  xml: string,
  where: string,
  seen: (stored: string, at: { readonly row: number; readonly column: number }) => string | undefined,
): { readonly validations: readonly SheetValidation[]; readonly isWhole: boolean } {
  const validations: SheetValidation[] = [];
  let isWhole = true;
  // Rules follow the cells. Most sheets have none.
  const after = xml.slice(Math.max(0, xml.lastIndexOf("sheetData")));
  if (!after.includes("dataValidation")) return { validations, isWhole };
  for (const [list] of after.matchAll(LISTS)) {
    const rules: { readonly attributes: Attributes; sqref: string; readonly formulas: string[] }[] = [];
    try {
      for (const { name, attributes, text } of elementsInText(list, where, (one) => /^(?:dataValidation|formula[12]|xm:f|xm:sqref)$/.test(one))) {
        const rule = rules.at(-1);
        if (name === "dataValidation") rules.push({ attributes, sqref: attributes["sqref"] ?? "", formulas: [] });
        else if (rule && name === "xm:sqref") rule.sqref = text.trim();
        else if (text.trim() !== "") rule?.formulas.push(text);
      }
      for (const { attributes, sqref, formulas } of rules) {
        const rule = validationOf(attributes, sqref, formulas);
        const first = firstCell(rule.areas);
        const read = formulas.map((formula) =>
          /^\s*"/.test(formula) && rule.kind === "list" ? `=${formula.trim()}` : seen(cellText(formula).trim().replace(/^=/, ""), first),
        );
        if (rule.areas.length === 0 || !KINDS.has(rule.kind) || read.includes(undefined)) isWhole = false;
        else validations.push({ ...rule, formulas: read as string[] });
      }
    } catch (e) {
      if (!(e instanceof FileRefusal)) throw e;
      isWhole = false;
    }
  }
  return { validations, isWhole };
}
