import { isServiceName } from "./service-calls";
import { tokensOf } from "./formula-tokens";

/** How formulas are typed in the user's program. */
interface FormulaTyping {
  readonly decimal: string;
  /** Between the arguments of a function. */
  readonly list: "," | ";";
  /** Whether functions have their English names. */
  readonly english: boolean;
}

/** A reference to parts of a table, `Prices[[#Headers],[Close]]`: separators and names in it depend on the language. */
const PARTS_OF_TABLE = /\][,\s]*\[|\[#/;

/**
 * A formula as it is typed, such as `=SERVICE.X("a";1,5)`. Undefined if it could be read as another one: the columns of an array constant have a separator that
 * Office.js does not say (a point or a backslash), and the names of Excel's own functions, of TRUE and of errors are translated. The rows of an array constant are
 * separated by semicolons everywhere.
 */
export function typedFormula(formula: string, { decimal, list, english }: FormulaTyping): string | undefined {
  let typed = "";
  let braces = 0;
  for (const { kind, text } of tokensOf(formula)) {
    if (text === "{") braces++;
    else if (text === "}") braces--;
    if (kind === "comma" && braces > 0 && list !== ",") return undefined;
    if (kind === "bracket" && PARTS_OF_TABLE.test(text) && !(english && list === ",")) return undefined;
    const translated = (kind === "function" && !isServiceName(text.toUpperCase())) || kind === "error" || (kind === "name" && /^(?:TRUE|FALSE)$/i.test(text));
    if (translated && !english) return undefined;
    typed += kind === "comma" ? list : kind === "number" ? text.replace(".", decimal) : text;
  }
  return typed;
}
