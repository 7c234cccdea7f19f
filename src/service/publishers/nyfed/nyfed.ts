import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { RATE_KEYS, type RateKey } from "../../../contract/vocabulary";
import type { MoneyRate } from "../../records/macro";
import type { PublishedRow, RecordRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { dayIn, headOf, type JsonObject, listIn, numberIn, readJson, textIn } from "../reading/read-json";
import { HIGHEST_YIELD, LOWEST_YIELD, refuseFile, notEmpty } from "../reading/text";
import { repoOperations } from "./repo-operations";

const TITLE = "the New York Fed's reference rates";
const API = "https://markets.newyorkfed.org/api/rates";

/** Series ids of SOFR's averages and index. */
const AVERAGES: Readonly<Record<string, string>> = {
  average30day: "SOFR30DAYAVG",
  average90day: "SOFR90DAYAVG",
  average180day: "SOFR180DAYAVG",
  index: "SOFRINDEX",
};

/** All members of a row. Inner percentiles, the intraday range, the deviation and footnotes are not stored. */
const MEMBERS: ReadonlySet<string> = new Set([
  "effectiveDate", "type", "percentRate", "percentPercentile1", "percentPercentile25", "percentPercentile75", "percentPercentile99", "targetRateFrom",
  "targetRateTo", "intraDayLow", "intraDayHigh", "stdDeviation", "volumeInBillions", "revisionIndicator", "footnoteId", ...Object.keys(AVERAGES),
]); // prettier-ignore

/** No overnight market is larger; a higher volume is in dollars or in millions. */
const MAX_BILLIONS = 20_000;

/** @throws RefusedFile if members or their units have been swapped, which a single figure does not show. */
function refuseSwapped(type: string, date: IsoDate, { rate, volume_bn, percentile_1: low, percentile_99: high }: MoneyRate): void {
  if (rate < LOWEST_YIELD || rate > HIGHEST_YIELD)
    refuseFile(
      `expected ${type} of ${date} in percent, from ${LOWEST_YIELD} to ${HIGHEST_YIELD}, got ${rate}; the unit or the members may have changed: fetch it again`,
    );
  if (volume_bn !== null && (volume_bn < 0 || volume_bn > MAX_BILLIONS))
    refuseFile(`expected the volume of ${type} of ${date} in $ billions, up to ${MAX_BILLIONS}, got ${volume_bn}; check the unit of the document`);
  if ((low !== null && low > rate) || (high !== null && high < rate))
    refuseFile(
      `expected ${type} of ${date} between its 1st and 99th percentile, got ${rate} beside ${low ?? "none"} and ${high ?? "none"}: the members have been swapped; fetch it again`,
    );
}

const isRate = (type: string): type is RateKey => (RATE_KEYS as readonly string[]).includes(type) && type !== "IORB";

function rowsOf(row: JsonObject): { readonly rows: PublishedRow[]; readonly records: RecordRow[] } {
  const date = dayIn(row, "effectiveDate", TITLE);
  const type = textIn(row, "type", TITLE);
  const odd = Object.keys(row).find((name) => !MEMBERS.has(name));
  if (odd !== undefined)
    refuseFile(`${shown(odd)} is not a member of ${TITLE} that this service knows; update the service if the New York Fed has added or renamed one`);
  const at = (series: string, value: number): PublishedRow => ({ series, date, value, source: "nyfed" });
  if (type === "SOFRAI") {
    const rows = Object.entries(AVERAGES).flatMap(([member, series]) => {
      const value = numberIn(row, member, TITLE);
      return value === undefined ? [] : [at(series, value)];
    });
    return { rows, records: [] };
  }
  if (!isRate(type)) refuseFile(`${shown(type)} is not a rate of ${TITLE} that this service knows; update the service if the New York Fed has added one`);
  if (row["percentRate"] === undefined)
    refuseFile(`expected percentRate of ${type} of ${date} in ${TITLE}, got none; fetch it again, or update the service if it was renamed`);
  const rate = numberIn(row, "percentRate", TITLE);
  // A day without a published rate is listed without percentRate's value.
  if (rate === undefined) return { rows: [{ series: type, date, value: null, source: "nyfed" }], records: [] };
  const lower = numberIn(row, "targetRateFrom", TITLE);
  const upper = numberIn(row, "targetRateTo", TITLE);
  const body: MoneyRate = {
    rate,
    volume_bn: numberIn(row, "volumeInBillions", TITLE) ?? null,
    percentile_1: numberIn(row, "percentPercentile1", TITLE) ?? null,
    percentile_99: numberIn(row, "percentPercentile99", TITLE) ?? null,
  };
  refuseSwapped(type, date, body);
  if (lower !== undefined && upper !== undefined && (lower > upper || lower < LOWEST_YIELD || upper > HIGHEST_YIELD))
    refuseFile(`expected a target range of ${date} in percent, the lower limit first, got ${lower} to ${upper}; fetch it again`);
  return {
    rows: [at(type, rate), ...(lower === undefined || upper === undefined ? [] : [at("DFEDTARL", lower), at("DFEDTARU", upper)])],
    records: [{ dataset: "money_rate", entity: type, date, key: "", known: date, body, source: "nyfed" }],
  };
}

const PATHS = ["secured/sofr", "secured/bgcr", "secured/tgcr", "unsecured/effr", "unsecured/obfr", "secured/sofrai"];
/** The first day of the API's data. */
const FIRST_DAY: IsoDate = "2000-07-03";

/**
 * SOFR, BGCR, TGCR, EFFR and OBFR with volume and percentiles, the target range beside EFFR, and SOFR's averages and index. Percent a year, volume in $
 * billions; dated by the day of the transactions, published on the next business day. A revision replaces the day.
 * Source: Federal Reserve Bank of New York, markets.newyorkfed.org/api/rates.
 */
export const referenceRates: Feed = {
  id: "nyfed.reference-rates",
  title: TITLE,
  looksLike: '{"refRates":[{"effectiveDate":…,"type":"SOFR",…',
  recognises: ({ bytes }) => /^\s*\{\s*"refRates"/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const list = notEmpty(listIn(readJson(bytes), "refRates", TITLE), "the list of rates is empty: nothing was published for the requested days");
    const read = list.map(rowsOf);
    return { rows: read.flatMap((r) => r.rows), records: read.flatMap((r) => r.records) };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "09:15" },
    requests: ({ today, newest }) =>
      PATHS.map((path) => ({
        part: path,
        url: `${API}/${path}/search.json?startDate=${newest ?? FIRST_DAY}&endDate=${today}`,
        headers: { Accept: "application/json" },
      })),
  },
};

/** Federal Reserve Bank of New York: money-market reference rates, repo and reverse repo operations. */
export const nyfed = createPublisher({ id: "nyfed", name: "Federal Reserve Bank of New York", feeds: [referenceRates, repoOperations], msBetween: 500 });
