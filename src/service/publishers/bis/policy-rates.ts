import { addDays } from "../../../contract/dates";
import { BANKS } from "../../../contract/vocabulary";
import { policyRateSeries } from "../../records/policy-rates";
import { readIsoDate } from "../reading/cells";
import type { Feed, FetchRequest } from "../publisher";
import type { PublishedRow } from "../../records/published-row";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { readSdmxCsv, sdmxHeader, type Dataflow, type SdmxLine } from "../reading/sdmx-csv";
import { isConsumerPrices } from "./consumer-prices";
import { dataRequest, REMARKS, UNITS_THEMSELVES } from "./dataflow";

const FLOW: Dataflow = {
  title: "the BIS's central bank policy rates",
  advice: "download the daily rates in percent a year (key D.*)",
  dimensions: [["FREQ", "D"], ["REF_AREA"]],
  // Percent a year, in the BIS's list of units.
  units: [["UNIT_MEASURE", "368"], UNITS_THEMSELVES],
  remarks: REMARKS,
};
/** Argentina and Turkey have had rates of hundreds of percent. */
const HIGHEST = 1_000_000;
/** Some banks come a month later than the others, so more is asked for again than what the fastest lacks. */
const BEHIND_DAYS = 120;

function rowsOf({ number, period, value, cell }: SdmxLine): PublishedRow[] {
  const date = readIsoDate(period, number);
  if (value !== null && (value < -10 || value > HIGHEST))
    throw new RefusedFile(`a policy rate of ${value} percent was never published; check the file`, number);
  const bank = BANKS.find((b) => b === cell("REF_AREA"));
  return bank ? [{ series: policyRateSeries(bank), date, value, source: "bis" }] : [];
}

/**
 * Policy rates of about 38 central banks by day, in percent. The United States' is the midpoint of the target range; a rate of 0 is a rate; a status M or the value
 * NaN is a missing one. Source: Bank for International Settlements, WS_CBPOL as CSV.
 */
export const policyRates: Feed = {
  id: "bis.policy-rates",
  title: FLOW.title,
  looksLike: `${sdmxHeader(FLOW)},UNIT_MEASURE,…`,
  recognises: ({ bytes }) => /^\s*FREQ,REF_AREA,UNIT_MEASURE,/.test(headOf(bytes)) && !isConsumerPrices(bytes),
  parse: ({ bytes }) => {
    const rows = readSdmxCsv(bytes, FLOW).flatMap(rowsOf);
    if (rows.length === 0) throw new RefusedFile("the file holds no central bank that this service serves; download all areas");
    return { title: FLOW.title, rows, records: [] };
  },
  fetching: {
    schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at: "18:00" },
    // The whole table is larger than a document may be: the first time a bank at a time, later all of the last months.
    requests: ({ newest }): FetchRequest[] =>
      newest === undefined
        ? BANKS.map((bank) => dataRequest("WS_CBPOL/1.0", `D.${bank}`, bank))
        : [dataRequest("WS_CBPOL/1.0", "D.*", "all", addDays(newest, -BEHIND_DAYS))],
  },
};
