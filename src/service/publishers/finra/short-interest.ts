import { shown } from "../../../contract/arguments";
import { addDays, daysBetween, weekdayOf, type IsoDate } from "../../../contract/dates";
import type { PublishedShortInterest } from "../../records/equities";
import type { RecordRow } from "../../records/record";
import { monthEnd, monthsFrom } from "../../time/calendar";
import { decodedText, readIsoDate, readNumber, refuseFile } from "../reading/text";
import { namedLines, pipedLines, type NamedLine } from "../reading/table";
import type { Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { finraSymbol } from "./short-volume";

const TITLE = "FINRA's consolidated short interest";
const FOLDER = "https://cdn.finra.org/equity/otcmarket/biweekly";
const COLUMNS = [
  "accountingYearMonthNumber", "symbolCode", "issueName", "issuerServicesGroupExchangeCode", "marketClassCode", "currentShortPositionQuantity",
  "previousShortPositionQuantity", "stockSplitFlag", "averageDailyVolumeQuantity", "daysToCoverQuantity", "revisionFlag", "changePercent",
  "changePreviousNumber", "settlementDate",
] as const; // prettier-ignore
/** FINRA's ceiling: higher, or undefined without volume. */
const CEILING = 999.99;

function rowOf({ number, cells }: NamedLine): RecordRow {
  const text = (name: (typeof COLUMNS)[number]): string => cells.get(name) ?? "";
  const stated = (name: (typeof COLUMNS)[number]): number | null => (text(name) === "" ? null : readNumber(text(name), name, number));
  const symbol = finraSymbol(text("symbolCode"));
  const short_interest = stated("currentShortPositionQuantity");
  if (symbol === "" || short_interest === null)
    refuseFile("a line has no symbol or no short position: the line seems to be cut; download the file again", number);
  if (short_interest < 0) refuseFile(`expected a position of 0 shares or more for ${symbol}, got ${short_interest}; download the file again`, number);
  const date = readIsoDate(text("settlementDate"), number);
  if (text("accountingYearMonthNumber") !== date.replaceAll("-", ""))
    refuseFile(
      `expected the settlement of ${shown(text("accountingYearMonthNumber"))}, as at the start of the line, got ${date}: columns have shifted; download the file again`,
      number,
    );
  const days = stated("daysToCoverQuantity");
  const body: PublishedShortInterest = {
    name: text("issueName"),
    short_interest,
    previous_short_interest: stated("previousShortPositionQuantity"),
    avg_daily_volume: stated("averageDailyVolumeQuantity"),
    days_to_cover: days === CEILING ? null : days,
    days_to_cover_censored: days === CEILING,
    change_pct: stated("changePercent"),
    revised: text("revisionFlag") !== "",
  };
  return { dataset: "short_interest", entity: symbol, date, key: "", known: date, body, source: "finra" };
}

type Fits = (body: PublishedShortInterest) => boolean | undefined;

/** True if days to cover match FINRA's formula: position divided by average volume, from 1.00 to 999.99. */
const daysFit: Fits = ({ short_interest, avg_daily_volume, days_to_cover: days }) =>
  days === null || !avg_daily_volume ? undefined : Math.abs(days - Math.min(CEILING, Math.max(1, short_interest / avg_daily_volume))) <= 0.011;

/** True if the change matches FINRA's formula: percent of the previous position, 100.00 if that was 0. */
const changeFits: Fits = ({ short_interest, previous_short_interest: before, change_pct }) =>
  change_pct === null || before === null
    ? undefined
    : Math.abs(change_pct - (before === 0 ? (short_interest === 0 ? 0 : 100) : (short_interest / before - 1) * 100)) <= 0.011;

/** @throws RefusedFile if the derived columns do not match the positions in most lines. A single line may be inconsistent; most lines mean shifted columns. */
function refuseShifted(records: readonly RecordRow[]): void {
  for (const [what, fits] of [
    ["days to cover", daysFit],
    ["changes in percent", changeFits],
  ] as const) {
    const compared = records.flatMap((r) => fits(r.body as PublishedShortInterest) ?? []);
    const odd = compared.filter((fit) => !fit).length;
    if (odd > compared.length / 2)
      refuseFile(`${what} do not follow from the positions in ${odd} of ${compared.length} lines: columns or units have shifted; download the file again`);
  }
}

/** The last business day on or before a day. Holidays are not considered; if one moves the settlement, there is no file at that address. */
const businessDay = (day: IsoDate): IsoDate => (weekdayOf(day) === 0 ? addDays(day, -2) : weekdayOf(day) === 6 ? addDays(day, -1) : day);

/** Settlements are on the 15th and at each month's end. They are published about nine business days later. */
export function settlementsBetween(from: IsoDate, to: IsoDate): IsoDate[] {
  const found: IsoDate[] = [];
  for (let month = monthsFrom(from, 0); month <= to; month = monthsFrom(month, 1))
    for (const day of [`${month.slice(0, 8)}15`, monthEnd(month)].map(businessDay)) if (day > from && day <= to) found.push(day);
  return found;
}

/**
 * Short positions of all symbols at one settlement, twice a month: shares, average daily volume in shares, days to cover, change in percent. Days to cover
 * range from 1.00 to 999.99, which means "higher, or undefined without volume". Source: FINRA, cdn.finra.org/equity/otcmarket/biweekly.
 */
export const shortInterestFile: Feed = {
  id: "finra.short-interest",
  title: TITLE,
  looksLike: "accountingYearMonthNumber|symbolCode|issueName|…",
  recognises: ({ bytes }) => headOf(bytes).trimStart().startsWith("accountingYearMonthNumber|"),
  parse: ({ bytes }) => {
    const records = namedLines(pipedLines(decodedText(bytes)), COLUMNS, TITLE).map(rowOf);
    const seen = new Set<string>();
    for (const { entity, date } of records) {
      if (seen.has(`${entity} ${date}`)) refuseFile(`${entity} appears twice for ${date}; download the file again`);
      seen.add(`${entity} ${date}`);
    }
    refuseShifted(records);
    return { records };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "19:00" },
    requests: ({ today, newest }) => {
      const since = newest !== undefined && daysBetween(newest, today) < 120 ? newest : addDays(today, -45);
      return settlementsBetween(since, addDays(today, -11)).map((day) => ({
        part: day,
        url: `${FOLDER}/shrt${day.replaceAll("-", "")}.csv`,
        absentStatuses: [403, 404],
      }));
    },
  },
};
