import { visibleText } from "./service-calls";

/** Arrays written out: what separates their items separates no arguments. */
const ARRAY = /\{[^{}]*\}/g;
const blanks = (text: string): string => " ".repeat(text.length);

/** A formula of Google Sheets with a comma wherever arguments are separated. */
interface Separated {
  /** As long as the formula, with blanks for what is quoted. */
  readonly visible: string;
  /** True where `;` separates arguments, so that a comma within a number is its decimal point. */
  readonly decimalCommas: boolean;
}

/** Reads what separates arguments: `,`, or `;` where the spreadsheet's locale writes numbers with commas. */
export function separated(formula: string): Separated {
  const visible = visibleText(formula);
  const decimalCommas = visible.replace(ARRAY, "").includes(";");
  return { visible: (decimalCommas ? visible.replace(/(?<=\d),(?=\d)/g, ".") : visible).replaceAll(";", ","), decimalCommas };
}

/** The formula with `;` between arguments, which Google Sheets takes in every locale. Strings and arrays stay as they are. */
export function withSemicolons(formula: string): string {
  const outside = separated(formula).visible.replace(ARRAY, blanks);
  return formula
    .split("")
    .map((character, i) => (outside[i] === "," ? ";" : character))
    .join("");
}
