import { addDays } from "../../../contract/dates";
import { BANKS } from "../../../contract/vocabulary";
import { policyRateSeries } from "../../records/policy-rates";
import type { PublishedRow } from "../../records/published-row";
import type { Feed, FetchRequest, Publisher } from "../publisher";
import { readIsoDate, RefusedFile } from "../reading/text";
import { headOf } from "../reading/read-json";
import { type Dataflow, readSdmxCsv, sdmxHeader, type SdmxLine } from "../reading/sdmx-csv";
import { consumerPrices, isConsumerPrices } from "./consumer-prices";
import { bisRequest, REMARK_COLUMNS, SINGLE_UNITS } from "./dataflow";
import { creditGaps, effectiveExchangeRates, housePrices, totalCredit } from "./statistics";

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
  if (value !== null && (value < -10 || value > HIGHEST)) throw new RefusedFile(`a policy rate of ${value} percent is impossible; check the file`, number);
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
  parse: ({ bytes }) => {
    const rows = readSdmxCsv(bytes, FLOW).flatMap(rowsOf);
    if (rows.length === 0) throw new RefusedFile("the file has no central bank that this service serves; download all areas");
    return { title: FLOW.title, rows, records: [] };
  },
  fetching: {
    schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at: "18:00" },
    // The whole table exceeds the size limit: at first one request per bank, later the last months of all.
    requests: ({ newest }): FetchRequest[] =>
      newest === undefined
        ? BANKS.map((bank) => bisRequest("WS_CBPOL/1.0", `D.${bank}`, bank))
        : [bisRequest("WS_CBPOL/1.0", "D.*", "all", addDays(newest, -BEHIND_DAYS))],
  },
};

/** Bank for International Settlements: policy rates, effective exchange rates, consumer and house prices, credit. */
export const bis: Publisher = {
  id: "bis",
  name: "Bank for International Settlements",
  attribution: "Bank for International Settlements",
  terms: {
    licence: "BIS terms of use: free reuse with citation",
    url: "https://www.bis.org/terms_statistics.htm",
    text: "The figures may be reused if the BIS is named as the source. Commercial use is allowed only without an extra charge for the BIS's data.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [policyRates, effectiveExchangeRates, consumerPrices, housePrices, totalCredit, creditGaps],
  politeness: { msBetween: 2_000 },
};
