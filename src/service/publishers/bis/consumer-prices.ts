import { addDays } from "../../../contract/dates";
import { economySeries } from "../../records/economy-series";
import { economyRows } from "../reading/economy-rows";
import type { Feed, FetchRequest } from "../publisher";
import { headOf } from "../reading/read-json";
import { readSdmxCsv, type Dataflow } from "../reading/sdmx-csv";
import { bisRequest, REMARK_COLUMNS, SINGLE_UNITS } from "./dataflow";

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
export const isConsumerPrices = (bytes: Uint8Array): boolean =>
  /^\s*FREQ,REF_AREA,UNIT_MEASURE,/.test(headOf(bytes)) && [INDEX, YEAR_ON_YEAR].includes(firstCells(bytes)[2] ?? "");

/** Consumer price indices, 2010 = 100, by month, or by quarter for economies without a monthly one. Source: Bank for International Settlements, WS_LONG_CPI. */
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
      // Values only. The dimensions are sufficient, and remarks would make the reply many times as long.
      const requestFor = (key: string, from: string | undefined): FetchRequest => {
        const request = bisRequest("WS_LONG_CPI/1.0", `${key}.*.${INDEX}`, key, from);
        return { ...request, url: `${request.url}&detail=dataonly` };
      };
      return [requestFor("M", since && `${since}-01`), { ...requestFor("Q", since && `${since}-Q1`), absentStatuses: [404] }];
    },
  },
};
