/*
 * How Google Sheets stores in a downloaded .xlsx what Excel does not have, seen in public files and in the notes of programs that read them
 * (grid-is.github.io/apiary/explain/gsdv, apache/poi pull 1046, vinci1it2000/formulas issue 51):
 *
 *   <c r="A1"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED(""DGS10"")"),4.25)</f><v>4.25</v></c>
 *   <c r="A2" t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),"John")</f><v>John</v></c>
 *
 * The whole formula is the text, in English, with commas in every locale and doubled quotes; a text of more than 255 characters is several joined by `&`. The
 * function does not exist, so Excel shows the second argument: numbers have a point (`759.0`), dates are serial numbers, errors are texts (`"#N/A"`). Every
 * other cell of an array is a COMPUTED_VALUE, without a word to which array it belongs. An upload to Google restores the formula from the text.
 */

const TEXT = '"(?:[^"]|"")*"';
const TEXTS = String.raw`${TEXT}(?:\s*&\s*${TEXT})*`;
const FORM = new RegExp(
  String.raw`^(\s*(?:=\s*)?IFERROR\(\s*(?:@\s*)?__xludf\.DUMMYFUNCTION\(\s*)(${TEXTS})(\s*\)\s*,\s*)(${TEXTS}|[-+]?[\d.]+(?:E[-+]?\d+)?|TRUE|FALSE|#[A-Z/\d]+[!?]?)(\s*\)\s*)$`,
  "i",
);

/** What stands in place of a formula in a cell that the array of another one fills. */
export const FILLED_IN_SHEETS = '"COMPUTED_VALUE"';

/** The text that this literal, or several joined ones, stand for. */
const contentOf = (texts: string): string => [...texts.matchAll(new RegExp(TEXT, "g"))].map(([one]) => one.slice(1, -1).replaceAll('""', '"')).join("");

/** A formula in the form of Google Sheets. */
interface SheetsForm {
  /** As Google Sheets shows it, without its equals sign; undefined for a cell that the array of another one fills. */
  readonly formula: string | undefined;
  /** The whole as it is written: up to the text of the formula, the text, up to the value, the value, and the rest. */
  readonly parts: readonly [begin: string, text: string, between: string, value: string, end: string];
}

/** False for a text that certainly has no formula in the form of Google Sheets, as those of most books. */
export const mayBeInSheetsForm = (text: string): boolean => /DUMMYFUNCTION/i.test(text);

/** Reads a formula of a file, or of Excel, that Google Sheets has stored; undefined for any other. */
export function sheetsForm(formula: string): SheetsForm | undefined {
  const m = mayBeInSheetsForm(formula) ? FORM.exec(formula) : null;
  if (!m) return undefined;
  const [, begin = "", text = "", between = "", value = "", end = ""] = m;
  const inner = contentOf(text).trim().replace(/^=/, "");
  return { formula: inner === FILLED_IN_SHEETS ? undefined : inner, parts: [begin, text, between, value, end] };
}

/** Texts and names of sheets in a formula of Google Sheets, in which nothing is a name or a reference. */
export const QUOTED_IN_SHEETS = `${TEXT}|'(?:[^']|'')*'`;
const NAMES = new RegExp(String.raw`${QUOTED_IN_SHEETS}|(?<![\p{L}\d_.])SERVICE(?:_([A-Z\d_]+))?(?=\s*\()`, "giu");

/** `ARRAYFORMULA(…)` around a whole formula says what an Excel formula does anyway. */
const ARRAY = /^\s*ARRAYFORMULA\(/i;
function withoutArray(formula: string): string {
  if (!ARRAY.test(formula)) return formula;
  const visible = formula.replace(new RegExp(QUOTED_IN_SHEETS, "g"), (text) => " ".repeat(text.length));
  let depth = 0;
  for (let i = visible.indexOf("("); i < visible.length; i++) {
    if (visible[i] === "(") depth++;
    else if (visible[i] === ")" && --depth === 0) return visible.slice(i + 1).trim() === "" ? formula.slice(formula.indexOf("(") + 1, i) : formula;
  }
  return formula;
}

/** The formula of a cell that Google Sheets has stored, with the names that Excel has, if it calls SERVICE; undefined for any other. */
export function calledInSheets(formula: string): string | undefined {
  const inner = sheetsForm(formula)?.formula;
  if (inner === undefined) return undefined;
  let calls = false;
  const named = inner.replace(NAMES, (whole: string, rest?: string) => {
    if (/^["']/.test(whole)) return whole;
    calls = true;
    return rest === undefined ? whole : `SERVICE.${rest.toUpperCase()}`;
  });
  return calls ? withoutArray(named) : undefined;
}
