import { getNumfmtParseValueFilter } from "@univerjs/core";
import { type BaseValueObject, NumberValueObject, StringValueObject } from "@univerjs/engine-formula";
import { DAYS_1904 } from "../../contract/dates";
import { numberText } from "../../workbook/value-text";
import { showsDay } from "../../workbook/xlsx/number-formats";
import { currentModes, doubt } from "./calculated-cells";

/*
 * Numbers in texts, as the Excel of a book writes and reads them. What depends on its language and is not certain is a doubt in the cell.
 */

const UPDATE = "Open the book in Excel to update it.";
export const writingDoubt = (): void =>
  doubt(`It writes a number with a decimal sign as text, and the book does not show if its Excel writes a point or a comma. ${UPDATE}`);

/** A number as text, with the decimal sign of the book. */
export function writtenNumber(value: number): string {
  const text = numberText(value);
  const { locale } = currentModes();
  if (!locale || !text.includes(".")) return text;
  if (locale.decimal === undefined) writingDoubt();
  return locale.decimal === "," ? text.replace(".", ",") : text;
}

/** True if Excel has other words for TRUE and FALSE in the language of the book: WAHR and FALSCH in a German one. */
function hasOtherTruths(): boolean {
  const { locale } = currentModes();
  return locale?.decimal === "," || locale?.language !== undefined;
}

/** Notes a doubt for a text that may be the word for a truth value or an error in the language of the book. */
export function wordDoubt(text: string): void {
  if (hasOtherTruths() && /^(?:\p{L}+|#.*)$/u.test(text))
    doubt(`It reads a text as TRUE, FALSE or an error value, for which Excel has other words in the language of this book. ${UPDATE}`);
}

/** A truth value as text. */
export function writtenTruth(value: boolean): string {
  if (hasOtherTruths()) doubt(`It writes TRUE or FALSE as text, for which Excel has other words in the language of this book. ${UPDATE}`);
  return value ? "TRUE" : "FALSE";
}

/** Read as the same number or day in every language: integers, days in ISO form, times of day. */
const EVERYWHERE = /^\s*(?:[+-]?\d+(?:e[+-]?\d+)?\s*%?|(?:\d{4}-\d{1,2}-\d{1,2})?(?:[ T]?\d{1,2}:\d{2}(?::\d{2})?)?)\s*$/i;
const WITH_POINT = /^\s*[+-]?(?:\d+\.\d*|\.\d+|\d{1,3}(?:,\d{3})+(?:\.\d*)?)(?:e[+-]?\d+)?\s*%?\s*$/i;
const WITH_COMMA = /^\s*[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+(?:e[+-]?\d+)?\s*%?\s*$/i;
/** Only characters of numbers, amounts and dates. */
const OF_DIGITS = /^[\d.,\s%€$£/:+-]+$/;
/** The longest text that a reason quotes. */
const QUOTED = 40;

const readsDay = (text: string): boolean => {
  const format = getNumfmtParseValueFilter(text)?.z;
  return format !== undefined && showsDay(String(format));
};

/** A text that a formula takes for a number, as it would be written in English. */
function inEnglish(text: string): string {
  if (!/\d/.test(text) || EVERYWHERE.test(text)) return text;
  const { locale = { decimal: "." } } = currentModes();
  const { decimal, group } = locale as { decimal?: string; group?: string };
  const [point, comma] = [WITH_POINT.test(text), WITH_COMMA.test(text)];
  if (decimal === "." && point) return text;
  if (decimal === "," && comma && (group === "." || !text.includes("."))) return text.replaceAll(".", "").replace(",", ".");
  if (point || comma || (decimal === "." ? readsDay(text) : OF_DIGITS.test(text)))
    doubt(`It reads "${text.slice(0, QUOTED)}" as a number or a day, which depends on the language of Excel. ${UPDATE}`);
  return text;
}

const strings = StringValueObject.prototype;
const read = strings.convertToNumberObjectValue;

/** Makes texts numbers as the Excel of their book reads them, in its date system. */
export function readTextsAsBook(): void {
  strings.convertToNumberObjectValue = function () {
    const text = inEnglish(this.getValue());
    const number: BaseValueObject = read.call(text === this.getValue() ? this : StringValueObject.create(text));
    if (!currentModes().from1904 || !number.isNumber() || !readsDay(text)) return number as NumberValueObject;
    return NumberValueObject.create((number.getValue() as number) - DAYS_1904);
  };
}
