import { plainSection, roundedDigits, sectionFor } from "./plain-section";
import { showsDay } from "./xlsx/number-formats";

/** The power of ten of a number's first digit. */
const exponentOf = (value: number): number => (value === 0 ? 0 : Number(value.toExponential(14).split("e")[1]));

/**
 * A number as its cell displays it, for a book that calculates with displayed values: 4.25 in the format `0.0` is 4.3. A number without a format is not changed.
 * Undefined if it is not certain what Excel makes of it, as with fractions, times and conditions.
 */
export function displayedNumber(value: number, format: string | undefined): number | undefined {
  if (format === undefined || value === 0 || /^(?:general|@)?$/i.test(format)) return value;
  const chosen = sectionFor(format, value);
  if (!chosen) return undefined;
  if (/^(?:general|@)$/i.test(chosen.section)) return value;
  const plain = plainSection(chosen.section);
  if (!plain) return showsDay(chosen.section) && Number.isInteger(value) ? value : undefined;
  const { whole, decimals, power, exponent } = plain;
  // The exponent is a multiple of the number of digits before the point.
  const first = exponentOf(value);
  const shown = exponent ? first - (((first % whole.length) + whole.length) % whole.length) : -power;
  if (exponent && (whole.length === 0 || power !== 0)) return undefined;
  const places = decimals.length - shown;
  const digits = roundedDigits(value, places);
  return Math.sign(value) * Number(`${digits}e${-places}`) || 0;
}
