import { shown } from "../../../contract/arguments";
import { BANKS } from "../../../contract/vocabulary";
import { policyRateSeries } from "../../families/central-banks/published";
import { readIsoDate, readNumber } from "../cells";
import { namedLines, type NamedLine } from "../named-cells";
import type { Feed, FetchRequest, PublishedRow } from "../publisher";
import { headOf } from "../read-json";
import { RefusedFile } from "../refused-file";
import { readTable } from "../table";
import { textOf } from "../text-of";

const TITLE = "the BIS's central bank policy rates";
const COLUMNS = [
  "FREQ", "REF_AREA", "UNIT_MEASURE", "UNIT_MULT", "TIME_FORMAT", "COMPILATION", "DECIMALS", "SOURCE_REF", "SUPP_INFO_BREAKS", "TITLE", "TIME_PERIOD",
  "OBS_VALUE", "OBS_STATUS", "OBS_CONF", "OBS_PRE_BREAK",
]; // prettier-ignore
/** Percent a year, in the BIS's list of units. */
const PERCENT = "368";
/** A normal observation, and those that exist with a remark: break, estimate, provisional; `M` is missing. */
const STATUSES = ["A", "B", "E", "P", "M", ""];
/** Argentina and Turkey have had rates of hundreds of percent. */
const HIGHEST = 1_000_000;
const headers = { Accept: "text/csv" };
const FLOW = "https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0";

function rowsOf({ number, cells }: NamedLine): PublishedRow[] {
  const cell = (name: string): string => cells.get(name) ?? "";
  if (cell("FREQ") !== "D") throw new RefusedFile(`expected daily rates (D) under FREQ, got ${shown(cell("FREQ"))}; download the daily ones`, number);
  if (cell("UNIT_MEASURE") !== PERCENT || !["", "0"].includes(cell("UNIT_MULT")))
    throw new RefusedFile(`expected percent a year (${PERCENT}), got the unit ${shown(cell("UNIT_MEASURE"))}; download the policy rates again`, number);
  const status = cell("OBS_STATUS");
  if (!STATUSES.includes(status))
    throw new RefusedFile(`${shown(status)} is no observation status that this service knows; update the service if it is new`, number);
  const date = readIsoDate(cell("TIME_PERIOD"), number);
  const text = cell("OBS_VALUE");
  const value = status === "M" || text === "" || text === "NaN" ? null : readNumber(text, "OBS_VALUE", number);
  if (value !== null && (value < -10 || value > HIGHEST))
    throw new RefusedFile(`a policy rate of ${value} percent was never published; check the file`, number);
  const bank = BANKS.find((b) => b === cell("REF_AREA"));
  return bank ? [{ series: policyRateSeries(bank), date, value, source: "bis" }] : [];
}

/**
 * Policy rates of about 38 central banks by day, in percent. The United States' is the midpoint of the target range; a rate of 0 is a rate; a status M or the value
 * NaN is a missing one. Source: Bank for International Settlements, WS_CBPOL as CSV (as JSON the address answers 406).
 */
export const policyRates: Feed = {
  id: "bis.policy-rates",
  title: TITLE,
  looksLike: "FREQ,REF_AREA,UNIT_MEASURE,…",
  recognises: ({ bytes }) => /^\uFEFF?\s*FREQ,REF_AREA,UNIT_MEASURE,/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const rows = namedLines(readTable(textOf(bytes)).lines, COLUMNS, TITLE).flatMap(rowsOf);
    if (rows.length === 0) throw new RefusedFile("the file holds no central bank that this service serves; download all areas");
    return { title: TITLE, rows, records: [] };
  },
  fetching: {
    schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at: "18:00" },
    // The whole table is larger than a document may be: the first time a bank at a time, later all since the newest day.
    requests: ({ newest }): FetchRequest[] =>
      newest === undefined
        ? BANKS.map((bank) => ({ part: bank, url: `${FLOW}/D.${bank}?format=csv`, headers }))
        : [{ part: "all", url: `${FLOW}/D.*?startPeriod=${newest}&format=csv`, headers }],
  },
};
