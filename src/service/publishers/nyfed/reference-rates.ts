import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { RATE_KEYS, type RateKey } from "../../../contract/vocabulary";
import type { MoneyRate } from "../../families/money-market/rows";
import type { RecordRow } from "../../store/records";
import type { Feed, FetchRequest, PublishedRow } from "../publisher";
import { dayIn, headOf, listIn, numberIn, readJson, textIn, type JsonObject } from "../read-json";
import { RefusedFile } from "../refused-file";

const TITLE = "the New York Fed's reference rates";
const API = "https://markets.newyorkfed.org/api/rates";

/** Series that the averages and the index of SOFR are known by. */
const AVERAGES: Readonly<Record<string, string>> = {
  average30day: "SOFR30DAYAVG",
  average90day: "SOFR90DAYAVG",
  average180day: "SOFR180DAYAVG",
  index: "SOFRINDEX",
};

const isRate = (type: string): type is RateKey => (RATE_KEYS as readonly string[]).includes(type) && type !== "IORB";

function rowsOf(row: JsonObject): { readonly rows: PublishedRow[]; readonly records: RecordRow[] } {
  const date = dayIn(row, "effectiveDate", TITLE);
  const type = textIn(row, "type", TITLE);
  const at = (series: string, value: number): PublishedRow => ({ series, date, value, source: "nyfed" });
  if (type === "SOFRAI") {
    const rows = Object.entries(AVERAGES).flatMap(([member, series]) => {
      const value = numberIn(row, member, TITLE);
      return value === undefined ? [] : [at(series, value)];
    });
    return { rows, records: [] };
  }
  if (!isRate(type))
    throw new RefusedFile(`${shown(type)} is not a rate of ${TITLE} that this service knows; update the service if the New York Fed has added one`);
  const rate = numberIn(row, "percentRate", TITLE);
  // A day on which no rate was published is listed without one.
  if (rate === undefined) return { rows: [{ series: type, date, value: null, source: "nyfed" }], records: [] };
  const lower = numberIn(row, "targetRateFrom", TITLE);
  const upper = numberIn(row, "targetRateTo", TITLE);
  const body: MoneyRate = {
    rate,
    volume_bn: numberIn(row, "volumeInBillions", TITLE) ?? null,
    percentile_1: numberIn(row, "percentPercentile1", TITLE) ?? null,
    percentile_99: numberIn(row, "percentPercentile99", TITLE) ?? null,
  };
  return {
    rows: [at(type, rate), ...(lower === undefined || upper === undefined ? [] : [at("DFEDTARL", lower), at("DFEDTARU", upper)])],
    records: [{ dataset: "money_rate", entity: type, date, key: "", known: date, body, source: "nyfed" }],
  };
}

const PATHS = ["secured/sofr", "secured/bgcr", "secured/tgcr", "unsecured/effr", "unsecured/obfr", "secured/sofrai"];
/** The reference rates begin so; nothing before can be asked for. */
const FIRST_DAY: IsoDate = "2000-07-03";

/**
 * SOFR, BGCR, TGCR, EFFR and OBFR with volume and percentiles, the target range beside EFFR, and the averages and the index of SOFR. Percent a year, volume
 * in $ billions; dated by the day of the transactions, published on the next business day. A revision replaces the day.
 * Source: Federal Reserve Bank of New York, markets.newyorkfed.org/api/rates.
 */
export const referenceRates: Feed = {
  id: "nyfed.reference-rates",
  title: TITLE,
  looksLike: '{"refRates":[{"effectiveDate":…,"type":"SOFR",…',
  recognises: ({ bytes }) => /^\s*\{\s*"refRates"/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const list = listIn(readJson(bytes), "refRates", TITLE);
    if (list.length === 0) throw new RefusedFile("the list of rates is empty: nothing was published for the days asked for");
    const read = list.map(rowsOf);
    return { title: TITLE, rows: read.flatMap((r) => r.rows), records: read.flatMap((r) => r.records) };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "09:15" },
    requests: ({ today, newest }): FetchRequest[] =>
      PATHS.map((path) => ({
        part: path,
        url: `${API}/${path}/search.json?startDate=${newest ?? FIRST_DAY}&endDate=${today}`,
        headers: { Accept: "application/json" },
      })),
  },
};
