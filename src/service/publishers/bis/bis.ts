import { addDays } from "../../../contract/dates";
import { BANKS, type Indicator } from "../../../contract/vocabulary";
import { economySeries } from "../../records/economies";
import { policyRateSeries } from "../../records/macro";
import type { PublishedRow } from "../../records/record";
import { createPublisher, type Feed, type FetchRequest, type Schedule } from "../publisher";
import { type Dataflow, type EconomyReading, economyRows, isDataflow, readSdmxCsv, type SdmxColumn, sdmxHeader, type SdmxLine } from "../reading/sdmx-csv";
import { headOf } from "../reading/read-json";
import { readIsoDate, refuseFile, notEmpty } from "../reading/text";

const BASE = "https://stats.bis.org/api/v2/data/dataflow/BIS";
// A request for JSON gets status 406.
const headers = { Accept: "text/csv" };

/** Columns of the BIS's tables that do not change a value. */
const REMARK_COLUMNS: readonly string[] = [
  "AVAILABILITY", "BREAKS", "COLLECTION", "COMPILATION", "COVERAGE", "DECIMALS", "SOURCE_REF", "SUPP_INFO_BREAKS", "TIME_FORMAT", "TITLE", "TITLE_GRP", "TITLE_TS",
]; // prettier-ignore

/** Values are in single units, not in thousands or millions. */
const SINGLE_UNITS = ["UNIT_MULT", "", "0"] as const;

/** Requests one key of a dataflow such as `WS_EER/1.0`. `M.R.B.*` are all areas. */
const bisRequest = (dataflow: string, key: string, part: string, since?: string): FetchRequest => ({
  part,
  url: `${BASE}/${dataflow}/${key}?${since === undefined ? "" : `startPeriod=${since}&`}format=csv`,
  headers,
});

/** One key of a BIS dataflow: one indicator of all economies. */
interface Statistic extends Pick<Feed, "id" | "title">, Pick<EconomyReading, "frequency" | "from" | "to">, Pick<Schedule, "at"> {
  /** The dataflow's name and version in the address. */
  readonly dataflow: string;
  readonly indicator: Indicator;
  /** The dimensions, each with its code in the key. The area has no code. */
  readonly dimensions: readonly SdmxColumn[];
  readonly units: readonly SdmxColumn[];
}

function statistic({ id, title, dataflow, indicator, dimensions, units, frequency, from, to, at }: Statistic): Feed {
  const key = dimensions.map(([, code]) => code ?? "*").join(".");
  const area = dimensions.find(([, code]) => code === undefined)?.[0] ?? "REF_AREA";
  const flow: Dataflow = { title, advice: `download only that key (${key})`, dimensions, units: [...units, SINGLE_UNITS], remarks: REMARK_COLUMNS };
  return {
    id,
    title,
    looksLike: `${sdmxHeader(flow)},…`,
    recognises: ({ bytes }) => isDataflow(bytes, flow),
    parse: ({ bytes }) => {
      const series = (economy: string): string => economySeries(economy, indicator);
      return { rows: economyRows(readSdmxCsv(bytes, flow), { source: "bis", area, frequency, series, from, to }) };
    },
    // All of it each time, because figures are revised far back. An unchanged document is not sent again.
    fetching: { schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at }, requests: () => [bisRequest(dataflow, key, key)] },
  };
}

/** Real effective exchange rates, broad basket, 2020 = 100, by month. Nominal rates and the narrow basket are refused. Source: BIS, WS_EER. */
const effectiveExchangeRates = statistic({
  id: "bis.effective-exchange-rates",
  title: "the BIS's effective exchange rates",
  dataflow: "WS_EER/1.0",
  indicator: "reer",
  dimensions: [["FREQ", "M"], ["EER_TYPE", "R"], ["EER_BASKET", "B"], ["REF_AREA"]],
  // The code for an index, 2020 = 100. FREQ refuses daily ones.
  units: [["UNIT_MEASURE", "882"]],
  frequency: "monthly",
  from: 1,
  to: 5_000,
  at: "18:10",
});

/** Residential property prices, nominal, 2010 = 100, by quarter. Real prices and changes over a year (771) are refused. Source: BIS, WS_SPP. */
const housePrices = statistic({
  id: "bis.house-prices",
  title: "the BIS's residential property prices",
  dataflow: "WS_SPP/1.0",
  indicator: "house_prices",
  dimensions: [["FREQ", "Q"], ["REF_AREA"], ["VALUE", "N"], ["UNIT_MEASURE", "628"]],
  units: [],
  frequency: "quarterly",
  from: 0.000_001,
  to: 1_000_000,
  at: "18:30",
});

/**
 * Credit to the private non-financial sector from all lenders, at market value, adjusted for breaks, in percent of gross domestic product, by quarter. Amounts
 * and other borrowers are refused. Source: BIS, WS_TC.
 */
const totalCredit = statistic({
  id: "bis.total-credit",
  title: "the BIS's total credit",
  dataflow: "WS_TC/2.0",
  indicator: "credit_to_gdp",
  dimensions: [["FREQ", "Q"], ["BORROWERS_CTY"], ["TC_BORROWERS", "P"], ["TC_LENDERS", "A"], ["VALUATION", "M"], ["UNIT_TYPE", "770"], ["TC_ADJUST", "A"]],
  units: [["UNIT_MEASURE", "", "367", "770"]],
  frequency: "quarterly",
  from: 0,
  to: 2_000,
  at: "18:40",
});

/** Credit-to-GDP gaps, actual minus trend, in percentage points, by quarter. The table's ratio and trend are refused. Source: BIS, WS_CREDIT_GAP. */
const creditGaps = statistic({
  id: "bis.credit-gaps",
  title: "the BIS's credit-to-GDP gaps",
  dataflow: "WS_CREDIT_GAP/1.0",
  indicator: "credit_gap",
  dimensions: [["FREQ", "Q"], ["BORROWERS_CTY"], ["TC_BORROWERS", "P"], ["TC_LENDERS", "A"], ["CG_DTYPE", "C"]],
  units: [["UNIT_MEASURE", "", "367", "770"]],
  frequency: "quarterly",
  from: -1_000,
  to: 1_000,
  at: "18:50",
});

const TITLE = "the BIS's consumer prices";
/** Index, 2010 = 100. The same table has 771, the change over a year in percent. */
const INDEX = "628";
const YEAR_ON_YEAR = "771";
/** Days that are fetched again, because values are revised. */
const REVISED_DAYS = 3 * 366;

const flow = (frequency: "M" | "Q"): Dataflow => ({
  title: TITLE,
  advice: "the table also has the change over a year: download only the index (key M.*.628)",
  dimensions: [["FREQ", frequency], ["REF_AREA"], ["UNIT_MEASURE", INDEX]],
  units: [SINGLE_UNITS],
  remarks: REMARK_COLUMNS,
});

/** The first cells of the first data line: frequency, area, unit. */
const firstCells = (bytes: Uint8Array): readonly string[] => headOf(bytes, 2_000).trimStart().split(/\r?\n/)[1]?.split(",") ?? [];

/** True for the BIS's consumer prices in any unit. Their header begins like that of its policy rates. */
const isConsumerPrices = (bytes: Uint8Array): boolean =>
  /^\s*FREQ,REF_AREA,UNIT_MEASURE,/.test(headOf(bytes)) && [INDEX, YEAR_ON_YEAR].includes(firstCells(bytes)[2] ?? "");

/** Consumer price indices, 2010 = 100, by month, or by quarter for economies without a monthly one. Source: Bank for International Settlements, WS_LONG_CPI. */
const consumerPrices: Feed = {
  id: "bis.consumer-prices",
  title: TITLE,
  looksLike: `FREQ,REF_AREA,UNIT_MEASURE,… with ${INDEX} as the unit`,
  recognises: ({ bytes }) => isConsumerPrices(bytes),
  parse: ({ bytes }) => {
    const quarterly = firstCells(bytes)[0] === "Q";
    const rows = economyRows(readSdmxCsv(bytes, flow(quarterly ? "Q" : "M")), {
      source: "bis",
      area: "REF_AREA",
      frequency: quarterly ? "quarterly" : "monthly",
      series: (economy) => economySeries(economy, "cpi", quarterly ? ".Q" : ""),
      // Before a hyperinflation the index may round to 0; after one it may exceed a trillion.
      from: 0,
      to: 1e15,
    });
    return { rows };
  },
  fetching: {
    schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at: "18:20" },
    requests: ({ newest }) => {
      const since = newest && addDays(newest, -REVISED_DAYS).slice(0, 4);
      // Values only. The dimensions are sufficient, and remarks would make the reply many times as long.
      const requestFor = (key: string, from: string | undefined): FetchRequest => {
        const request = bisRequest("WS_LONG_CPI/1.0", `${key}.*.${INDEX}`, key, from);
        return { ...request, url: `${request.url}&detail=dataonly` };
      };
      return [requestFor("M", since && `${since}-01`), { ...requestFor("Q", since && `${since}-Q1`), absentStatuses: [404] }];
    },
  },
};

const FLOW: Dataflow = {
  title: "the BIS's central bank policy rates",
  advice: "download the daily rates in percent a year (key D.*)",
  dimensions: [["FREQ", "D"], ["REF_AREA"]],
  // The BIS's code for percent a year.
  units: [["UNIT_MEASURE", "368"], SINGLE_UNITS],
  remarks: REMARK_COLUMNS,
};
/** Very high: Argentina and Turkey have had rates of hundreds of percent. */
const HIGHEST = 1_000_000;
/** Days that are fetched again: some banks are a month later than others. */
const BEHIND_DAYS = 120;

function rowsOf({ number, period, value, cell }: SdmxLine): PublishedRow[] {
  const date = readIsoDate(period, number);
  if (value !== null && (value < -10 || value > HIGHEST)) refuseFile(`a policy rate of ${value} percent is impossible; check the file`, number);
  const bank = BANKS.find((b) => b === cell("REF_AREA"));
  return bank ? [{ series: policyRateSeries(bank), date, value, source: "bis" }] : [];
}

/**
 * Policy rates of about 38 central banks by day, in percent. For the United States it is the midpoint of the target range. 0 is a rate; status M or the value
 * NaN is missing. Source: Bank for International Settlements, WS_CBPOL as CSV.
 */
const policyRates: Feed = {
  id: "bis.policy-rates",
  title: FLOW.title,
  looksLike: `${sdmxHeader(FLOW)},UNIT_MEASURE,…`,
  recognises: ({ bytes }) => /^\s*FREQ,REF_AREA,UNIT_MEASURE,/.test(headOf(bytes)) && !isConsumerPrices(bytes),
  parse: ({ bytes }) => ({
    rows: notEmpty(readSdmxCsv(bytes, FLOW).flatMap(rowsOf), "the file has no central bank that this service serves; download all areas"),
  }),
  fetching: {
    schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at: "18:00" },
    // The whole table exceeds the size limit: at first one request per bank, later the last months of all.
    requests: ({ newest }) =>
      newest === undefined
        ? BANKS.map((bank) => bisRequest("WS_CBPOL/1.0", `D.${bank}`, bank))
        : [bisRequest("WS_CBPOL/1.0", "D.*", "all", addDays(newest, -BEHIND_DAYS))],
  },
};

/** Bank for International Settlements: policy rates, effective exchange rates, consumer and house prices, credit. */
export const bis = createPublisher({
  id: "bis",
  name: "Bank for International Settlements",
  feeds: [policyRates, effectiveExchangeRates, consumerPrices, housePrices, totalCredit, creditGaps],
  msBetween: 2_000,
});
