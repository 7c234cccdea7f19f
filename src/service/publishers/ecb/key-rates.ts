import { own } from "../../../contract/own";
import { keyRateSeries, type KeyRate } from "../../records/policy-rates";
import { readIsoDate } from "../reading/cells";
import type { Feed } from "../publisher";
import type { PublishedRow } from "../../records/published-row";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { readSdmxCsv, sdmxHeader, type Dataflow, type SdmxLine } from "../reading/sdmx-csv";
import { ecbRequest } from "./dataflow";

const FLOW: Dataflow = {
  title: "the ECB's key interest rates",
  advice: "download the daily levels of the deposit facility and the main refinancing operations (key D.U2.EUR.4F.KR.DFR+MRR_FR.LEV)",
  keyed: "FM",
  // Frequency B lists only the days of changes, which do not show how far the last rate extends.
  dimensions: [
    ["FREQ", "D"],
    ["REF_AREA", "U2"],
    ["CURRENCY", "EUR"],
    ["PROVIDER_FM", "4F"],
    ["INSTRUMENT_FM", "KR"],
    ["PROVIDER_FM_ID"],
    ["DATA_TYPE_FM", "LEV"],
  ],
  units: [
    ["UNIT", "", "PC", "PCPA", "PERCENT"],
    ["UNIT_MULT", "", "0"],
  ],
};

const RATES: Readonly<Record<string, KeyRate | undefined>> = { DFR: "deposit", MRR_FR: "refinancing" };
/** Not stored: the marginal lending facility, and the minimum bid rate of the tenders from 2000 to 2008. */
const LEFT_OUT = ["MLFR", "MRR_MBR"];
const LOWEST = -10;
const HIGHEST = 50;

function rowsOf({ number, period, value, cell }: SdmxLine): PublishedRow[] {
  const date = readIsoDate(period, number);
  if (value !== null && (value < LOWEST || value > HIGHEST))
    throw new RefusedFile(`expected a rate from ${LOWEST} to ${HIGHEST} percent under OBS_VALUE, got ${value}; check the file`, number);
  const id = cell("PROVIDER_FM_ID");
  const rate = own(RATES, id);
  if (rate) return [{ series: keyRateSeries(rate), date, value, source: "ecb" }];
  if (LEFT_OUT.includes(id)) return [];
  throw new RefusedFile(`expected DFR or MRR_FR under PROVIDER_FM_ID of ${FLOW.title}, got ${id || "a blank"}; ${FLOW.advice}`, number);
}

/**
 * Key interest rates of the euro area by day, in percent: the deposit facility, and the fixed rate of the main refinancing operations. Source: European Central
 * Bank, FM.
 */
export const keyRates: Feed = {
  id: "ecb.key-rates",
  title: FLOW.title,
  looksLike: `${sdmxHeader(FLOW)},…`,
  recognises: ({ bytes }) =>
    headOf(bytes)
      .trimStart()
      .startsWith(`${sdmxHeader(FLOW)},`),
  parse: ({ bytes }) => {
    const rows = readSdmxCsv(bytes, FLOW).flatMap(rowsOf);
    if (rows.length === 0) throw new RefusedFile(`the file has neither of the rates that this service serves; ${FLOW.advice}`);
    return { title: FLOW.title, rows, records: [] };
  },
  fetching: {
    schedule: { timeZone: "Europe/Berlin", on: "daily", at: "09:00" },
    requests: ({ today, newest }) => [ecbRequest("FM", "D.U2.EUR.4F.KR.DFR+MRR_FR.LEV", today, newest)],
  },
};
