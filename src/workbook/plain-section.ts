import { piecesOf, sectionsOf, showsDay } from "./xlsx/number-formats";

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

/** A section of a number format that shows a number by digits alone: no date, fraction, General or text. */
export interface PlainSection {
  /** Literals around the digits, as they show. */
  readonly before: string;
  readonly after: string;
  /** Placeholders `0`, `#` and `?` before and after the decimal point. */
  readonly whole: string;
  readonly decimals: string;
  /** True if it has a decimal point, also without decimals: `0.` */
  readonly point: boolean;
  /** True if it groups thousands. */
  readonly groups: boolean;
  /** The number is shown times this power of ten: 2 for each percent sign, -3 for each comma after the last digit. */
  readonly power: number;
  /** Placeholders of the exponent, and whether it has a plus sign; missing without an exponent. */
  readonly exponent?: { readonly digits: string; readonly plus: boolean };
}

/** Characters that a format shows without quotation marks. */
const LITERAL = /[-$+/():!^&'~{}<>= \u00A0\u202F€£¥%]/u;

/** The literal that a piece of several characters shows; undefined if it is none, such as a condition. A fill and a colour show nothing. */
export function shownLiteral(piece: string): string | undefined {
  if (piece.startsWith('"')) return piece.slice(1, -1);
  if (piece.startsWith("\\")) return piece.slice(1);
  if (piece.startsWith("_")) return " ";
  if (piece.startsWith("*")) return "";
  if (piece.startsWith("[$")) return /^\[\$([^-\]]*)/.exec(piece)![1];
  return /^\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]$/i.test(piece) ? "" : undefined;
}

/** Reads a section in en-US form; undefined if it shows anything else than digits, or has literals between them. */
export function plainSection(section: string): PlainSection | undefined {
  let [before, after, digits, power] = ["", "", "", 0];
  let exponent: PlainSection["exponent"];
  const pieces = piecesOf(section);
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const isDigit = /^[0#?]$/.test(piece);
    if (isDigit || ((piece === "." || piece === ",") && (digits !== "" || /^[0#?]$/.test(pieces[i + 1] ?? "")))) {
      if (after !== "" || exponent) return undefined;
      digits += piece;
      continue;
    }
    if (/^e$/i.test(piece) && /^[-+]$/.test(pieces[i + 1] ?? "") && digits !== "" && after === "") {
      const rest = /^[0#?]+/.exec(pieces.slice(i + 2).join(""))?.[0] ?? "";
      if (rest === "" || exponent) return undefined;
      exponent = { digits: rest, plus: pieces[i + 1] === "+" };
      i += rest.length + 1;
      continue;
    }
    const literal = piece.length > 1 ? shownLiteral(piece) : LITERAL.test(piece) ? piece : undefined;
    if (literal === undefined) return undefined;
    if (piece === "%") power += 2;
    if (digits === "") before += literal;
    else after += literal;
  }
  const [, whole = "", scale = "", point = "", decimals = "", late = ""] = /^([0#?,]*?)(,*)(?:(\.)([0#?]*)(,*))?$/.exec(digits) ?? [];
  if (!/[0#?]/.test(whole + decimals)) return undefined;
  power -= 3 * (scale.length + late.length);
  return {
    before,
    after,
    whole: whole.replaceAll(",", ""),
    decimals,
    point: point !== "",
    groups: whole.includes(","),
    power,
    ...(exponent ? { exponent } : {}),
  };
}

/** Digits of a number that count for its display. */
const DIGITS = 15;

/** A number's digits before this many decimals are cut off, half up, as an integer: 4.25 with one decimal has 43. Its sign does not count. */
export function roundedDigits(value: number, decimals: number): bigint {
  const [mantissa = "0", power = "0"] = Math.abs(value)
    .toExponential(DIGITS - 1)
    .split("e");
  const shift = Number(power) - (DIGITS - 1) + decimals;
  const digits = BigInt(mantissa.replace(".", ""));
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  if (-shift > DIGITS) return 0n;
  const unit = 10n ** BigInt(-shift);
  return (digits + unit / 2n) / unit;
}

/** The section of a format for a number, and whether the number's sign shows; undefined if it depends on a condition. */
export function sectionFor(format: string, value: number): { readonly section: string; readonly signed: boolean } | undefined {
  const sections = sectionsOf(format);
  if (/\[[<>=]/.test(format)) return undefined;
  const at = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0;
  return { section: sections[at]!, signed: value < 0 && at === 0 };
}
