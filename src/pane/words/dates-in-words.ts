import { isIsoDate } from "../../contract/dates";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const MONTH = "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d\\d)";
/** `19 June 2024`, `June 19, 2024`, `June 2024`. Month and day in digits are left alone: 06/07/2024 is another day in London than in New York. */
const IN_WORDS: readonly (readonly [RegExp, readonly [day: number | undefined, month: number, year: number]])[] = [
  [new RegExp(`\\b${DAY}(?:\\s+of)?[\\s-]+${MONTH}(?:[\\s-]+|,\\s*)${YEAR}\\b`, "gi"), [1, 2, 3]],
  [new RegExp(`\\b${MONTH}\\s+${DAY}(?:,\\s*|\\s+)${YEAR}\\b`, "gi"), [2, 1, 3]],
  [new RegExp(`\\b${MONTH}(?:,\\s*|[\\s-]+)${YEAR}\\b`, "gi"), [undefined, 1, 2]],
];

/** A text with its dates in words as `YYYY-MM-DD`; a month becomes its last day. A day that does not exist, such as 31 June, stays as it is. */
export function withIsoDates(text: string): string {
  let read = text;
  for (const [pattern, [dayAt, monthAt, yearAt]] of IN_WORDS)
    read = read.replace(pattern, (...found: string[]) => {
      const month = MONTHS.findIndex((name) => found[monthAt]!.toLowerCase().startsWith(name)) + 1;
      const year = Number(found[yearAt]);
      const day = dayAt === undefined ? new Date(Date.UTC(year, month, 0)).getUTCDate() : Number(found[dayAt]);
      const iso = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      return isIsoDate(iso) ? iso : found[0]!;
    });
  return read;
}
