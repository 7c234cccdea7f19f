import { visibleText } from "./service-calls";

/** Array constants, whose separators do not separate arguments. */
const ARRAY = /\{[^{}]*\}/g;
const blanks = (text: string): string => " ".repeat(text.length);

/** A formula of Google Sheets with commas between arguments. */
interface Separated {
  /** As long as the formula, with quoted parts blanked. */
  readonly visible: string;
  /** True if `;` separates arguments; a comma in a number is then its decimal point. */
  readonly decimalCommas: boolean;
}

/** Detects the argument separator: `,`, or `;` in locales with decimal commas. */
export function separated(formula: string): Separated {
  const visible = visibleText(formula);
  const decimalCommas = visible.replace(ARRAY, "").includes(";");
  return { visible: (decimalCommas ? visible.replace(/(?<=\d),(?=\d)/g, ".") : visible).replaceAll(";", ","), decimalCommas };
}

/** The formula with `;` between arguments, which Google Sheets accepts in every locale. Strings and arrays do not change. */
export function withSemicolons(formula: string): string {
  const outside = separated(formula).visible.replace(ARRAY, blanks);
  return formula
    .split("")
    .map((character, i) => (outside[i] === "," ? ";" : character))
    .join("");
}
