import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import type { BookLocale } from "../../workbook/book";
import { plainSection, roundedDigits, sectionFor, type PlainSection } from "../../workbook/plain-section";
import { currentModes, doubt } from "../formulas/calculated-cells";
import { writingDoubt, writtenTruth } from "../formulas/number-words";
import { withTexts } from "./texts";
import { withCalculation } from "./univer-class";
import { valuesIn, Elementwise, FormulaError, asNumber, objectOf, oneOf, type One } from "./elementwise";

/** Signs of a language in which numbers are written. */
type Signs = Required<Pick<BookLocale, "decimal">> & Pick<BookLocale, "group">;

const POINT: Signs = { decimal: ".", group: "," };
const grouped = (whole: string, group: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, group);

/** The number in this section; undefined if that is not certain. */
function written(value: number, section: PlainSection, signed: boolean, { decimal, group }: Signs): string | undefined {
  const { before, after, whole, decimals, point, groups, power, exponent } = section;
  if (exponent || whole.includes("?") || decimals.includes("?")) return undefined;
  const digits = roundedDigits(value, decimals.length + power);
  // Excel shows some of these as -0.
  if (signed && digits === 0n) return undefined;
  const text = digits.toString().padStart(decimals.length + 1, "0");
  const least = whole.includes("0") ? whole.length - whole.indexOf("0") : 0;
  const integer = text
    .slice(0, text.length - decimals.length)
    .replace(/^0+/, "")
    .padStart(least, "0");
  let fraction = text.slice(text.length - decimals.length);
  while (fraction.endsWith("0") && decimals[fraction.length - 1] === "#") fraction = fraction.slice(0, -1);
  if (groups && integer.length > 3 && group === undefined) return undefined;
  return `${signed ? "-" : ""}${before}${groups ? grouped(integer, group ?? "") : integer}${point ? decimal : ""}${fraction}${after}`;
}

/** `#.##0,00` as `#,##0.00`. */
const inEnglish = (format: string): string => format.replace(/"[^"]*"|\\.|\[[^\]]*\]|[.,]/g, (found) => (found === "." ? "," : found === "," ? "." : found));

/** Literals, and what English formats have letters for. */
const KNOWN = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General|AM\/PM|A\/P|e[+-]|[ymdhs]/giu;

/** True for a format of another language: one or two places after a comma, `0,00`, which would group thousands in English, or other letters, `JJJJ`. */
const isOdd = (format: string): boolean => (/[0#],0{1,2}(?![0#.,])/.test(format) && !format.includes(".")) || /\p{L}/u.test(format.replace(KNOWN, ""));

const formatDoubt = (format: string): void =>
  doubt(`It uses the format "${format}", whose meaning depends on the language of Excel. Open the book in Excel to update it.`);

/** What TEXT gives in a book with decimal commas; undefined after a doubt. */
function textIn(value: number, format: string, { group = "." }: BookLocale): string | undefined {
  const chosen = sectionFor(inEnglish(format), value);
  const section = chosen && plainSection(chosen.section);
  const text = section && written(value, section, chosen.signed, { decimal: ",", group });
  if (text === undefined) formatDoubt(format);
  return text;
}

/** What TEXT gives for a format of digits in a book with decimal points. Univer's rounds 1.005 to 1.00. Undefined for other formats. */
function textWithPoints(value: number, format: string, group: string | undefined): string | undefined {
  const chosen = sectionFor(format, value);
  const section = chosen && plainSection(chosen.section);
  if (!section) return undefined;
  if (section.groups && group !== undefined && group !== POINT.group) formatDoubt(format);
  if (chosen.signed && roundedDigits(value, section.decimals.length + section.power) === 0n)
    doubt(`It writes a negative number that is 0 in the format "${format}", and Excel may write its sign. Open the book in Excel to update it.`);
  return written(value, section, chosen.signed, POINT);
}

/** The result of TEXT where Univer's differs from Excel's; undefined if it is as good. */
function ownText(given: One, format: One): One | undefined {
  const { locale } = currentModes();
  if (typeof given === "boolean") return writtenTruth(given);
  if (typeof format !== "string" || (typeof given !== "number" && given !== null)) return undefined;
  const value = given ?? 0;
  if (format === "" && value >= 0) return "";
  const isOfDigits = !/\D/.test(format);
  if (locale?.decimal === "," && !isOfDigits) return textIn(value, format, locale);
  // Digits alone, and a percent sign, are the same everywhere.
  if (locale?.decimal === undefined && !isOfDigits && (locale ? !/^[0#%\s]+$/.test(format) : isOdd(format))) formatDoubt(format);
  return textWithPoints(value, format, locale?.group);
}

/** Functions whose texts have numbers with decimals that are always written with a point here. */
const WITH_POINTS = /^(?:ARRAYTOTEXT|COMPLEX|IM(?!ABS$|AGINARY$|ARGUMENT$|REAL$|AGE$)[A-Z\d]+|VALUETOTEXT)$/;

/** True for a text with decimals, and for the number that Univer gives for such a text if it has no imaginary part. */
const hasDecimals = (value: One): boolean => (typeof value === "string" ? /\d\.\d/.test(value) : typeof value === "number" && !Number.isInteger(value));

/** Makes functions that write numbers give texts, also for one without an imaginary part, and notes a doubt where one has decimals in a book that does not write points. */
export function doubtPoints(functions: readonly BaseFunction[]): void {
  for (const one of functions) {
    if (!WITH_POINTS.test(String(one.name))) continue;
    withCalculation(one, (calculate) => (...given) => {
      const result = calculate(...given) as BaseValueObject;
      const { locale } = currentModes();
      if (locale && locale.decimal !== "." && valuesIn(result).flat().some(hasDecimals)) writingDoubt();
      return withTexts(result);
    });
  }
}

/** Makes TEXT round as Excel does, and read its formats in the language of the book. */
export function formatAsBook(functionNamed: (name: string) => BaseFunction | undefined): void {
  const text = functionNamed("TEXT");
  if (!text) return;
  withCalculation(text, (calculate) => {
    const one = new Elementwise("TEXT", 2, 2, (value = null, format = null) => {
      const own = ownText(value, format);
      return own ?? oneOf(calculate(objectOf(value), objectOf(format)) as BaseValueObject);
    });
    return (...given) => (given.length === 2 ? one.calculate(...given) : calculate(...given));
  });
}

/** Excel's largest number of decimals of FIXED. */
const MOST_DECIMALS = 127;

function fixedText(...values: One[]): One {
  const [value, given = 2, plain = false] = values;
  const [number, places, isPlain] = [asNumber(value ?? null), asNumber(given), asNumber(plain)];
  for (const one of [number, places, isPlain]) if (typeof one !== "number") return one;
  const decimals = Math.trunc(places as number);
  if (decimals > MOST_DECIMALS) return new FormulaError("#VALUE!");
  const { locale } = currentModes();
  const zeros = Math.max(0, -decimals);
  const digits = roundedDigits(number as number, decimals) * 10n ** BigInt(zeros);
  const text = digits.toString().padStart(Math.max(0, decimals) + 1, "0");
  const integer = decimals > 0 ? text.slice(0, -decimals) : text;
  const groups = isPlain === 0 && integer.length > 3;
  const signs = locale?.decimal === "," ? { decimal: ",", group: locale.group } : { ...POINT, ...(locale?.group === undefined ? {} : { group: locale.group }) };
  if ((locale && locale.decimal === undefined && (groups || decimals > 0)) || (groups && signs.group === undefined)) writingDoubt();
  const fraction = decimals > 0 ? `${signs.decimal}${text.slice(-decimals)}` : "";
  return `${(number as number) < 0 && digits !== 0n ? "-" : ""}${groups ? grouped(integer, signs.group ?? "") : integer}${fraction}`;
}

export const fixed = (): BaseFunction => new Elementwise("FIXED", 1, 3, fixedText);
