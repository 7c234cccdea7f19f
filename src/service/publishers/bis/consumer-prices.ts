import { addDays } from "../../../contract/dates";
import { economySeries } from "../../records/economy-series";
import { economyRows } from "../reading/economy-rows";
import type { Feed, FetchRequest } from "../publisher";
import { headOf } from "../reading/read-json";
import { readSdmxCsv, type Dataflow } from "../reading/sdmx-csv";
import { dataRequest, REMARKS, UNITS_THEMSELVES } from "./dataflow";

const TITLE = "the BIS's consumer prices";
/** Index, 2010 = 100; 771 is the change over a year in percent, which stands in the same table. */
const INDEX = "628";
const YEAR_ON_YEAR = "771";
/** So far back values are asked for again, as they are revised. */
const REVISED_DAYS = 3 * 366;

const flow = (frequency: "M" | "Q"): Dataflow => ({
  title: TITLE,
  advice: "the index and its change over a year stand in one table: download the index alone (key M.*.628)",
  dimensions: [["FREQ", frequency], ["REF_AREA"], ["UNIT_MEASURE", INDEX]],
  units: [UNITS_THEMSELVES],
  remarks: REMARKS,
});

/** The first cells of the first line under the header: frequency, area, unit. */
const firstCells = (bytes: Uint8Array): readonly string[] => headOf(bytes, 2_000).trimStart().split(/\r?\n/)[1]?.split(",") ?? [];

/** True for the BIS's consumer prices in whatever unit: their header begins like that of its policy rates. */
export const isConsumerPrices = (bytes: Uint8Array): boolean =>
  /^\s*FREQ,REF_AREA,UNIT_MEASURE,/.test(headOf(bytes)) && [INDEX, YEAR_ON_YEAR].includes(firstCells(bytes)[2] ?? "");

/**
 * Consumer price indices, 2010 = 100, by month, and by quarter for economies that have no monthly one. Source: Bank for International Settlements, WS_LONG_CPI.
 */
export const consumerPrices: Feed = {
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
    return { title: TITLE, rows, records: [] };
  },
  fetching: {
    schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at: "18:20" },
    requests: ({ newest }) => {
      const since = newest && addDays(newest, -REVISED_DAYS).slice(0, 4);
      // Values alone: here the dimensions say all that has to be known, and remarks would make it many times as long.
      const asked = (key: string, from: string | undefined): FetchRequest => {
        const request = dataRequest("WS_LONG_CPI/1.0", `${key}.*.${INDEX}`, key, from);
        return { ...request, url: `${request.url}&detail=dataonly` };
      };
      return [asked("M", since && `${since}-01`), { ...asked("Q", since && `${since}-Q1`), absent: [404] }];
    },
  },
};
