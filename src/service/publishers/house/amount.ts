/** The form's ranges in US dollars: lower and upper end. Paper forms write the lowest one as $1,000 - $15,000. */
const RANGES: ReadonlyMap<number, number> = new Map([
  [1, 1_000], [1_000, 15_000], [1_001, 15_000], [15_001, 50_000], [50_001, 100_000], [100_001, 250_000], [250_001, 500_000], [500_001, 1_000_000],
  [1_000_001, 5_000_000], [5_000_001, 25_000_000], [25_000_001, 50_000_000],
]); // prettier-ignore

const DOLLARS = String.raw`\$\s?[\d,]+(?:\.\d{1,2})?`;
/** A whole amount, or the beginning of one that goes on elsewhere: `$15,001 -`, `Spouse/DC Over`. */
const AMOUNT = new RegExp(String.raw`(?:-\s*)?(?:(?:(?:Spouse\/DC\s+)?Over\b(?:\s+${DOLLARS})?)|${DOLLARS}(?:\s*-(?:\s*\$?\s?[\d,]+)?)?)`, "i");

const dollars = (text = ""): number => Number(text.replaceAll(",", ""));

/** An amount as it stands in a line, and the text around it. */
interface FoundAmount {
  readonly amount: string;
  readonly rest: string;
}

/** Finds the first amount in a line, whole or in part. */
export function findAmount(text: string): FoundAmount | undefined {
  const found = AMOUNT.exec(text);
  if (!found) return undefined;
  return { amount: found[0].replace(/\s+/g, " "), rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim() };
}

/** True if the amount goes on in another line: it is missing, ends with a dash, a comma or Over, or is only the lower end of a range. */
export const isOpenRange = (amount: string): boolean => /^$|[-,]$|Over$/i.test(amount) || isLowerEnd(amount);

/** True for the lower end of a range without its dash. $1 and $1,000 are also exact amounts. */
const isLowerEnd = (amount: string): boolean => /^\$[\d,]+$/.test(amount) && dollars(amount.slice(1)) > 1_000 && RANGES.has(dollars(amount.slice(1)));

/**
 * Parses an amount as filed, in US dollars: a range of the form, the lower end of one (the form has one range from there), `Over $50,000,000` with null as
 * upper end, or an exact amount, which is both ends. Undefined for anything else: a range that the form does not have is of two trades.
 */
export function readAmount(text: string): readonly [low: number, high: number | null] | undefined {
  const plain = text.replace(/\s+/g, " ").replace(/\$ /g, "$").trim();
  const over = /^(?:Spouse\/DC )?Over \$([\d,]+)$/i.exec(plain);
  if (over) return [dollars(over[1]) + 1, null];
  const range = /^\$([\d,]+)(?:(?: ?-)+ ?(?:\$?([\d,]+))?| \$([\d,]+))$/.exec(plain);
  if (range) {
    const low = dollars(range[1]);
    const high = RANGES.get(low);
    const stated = range[2] ?? range[3];
    return high !== undefined && (stated === undefined || dollars(stated) === high) ? [low, high] : undefined;
  }
  const exact = /^\$([\d,]+(?:\.\d{1,2})?)$/.exec(plain);
  return exact && !isLowerEnd(plain) ? [dollars(exact[1]), dollars(exact[1])] : undefined;
}
