import { addDays, type IsoDate } from "../../../contract/dates";
import { economySeries } from "../../records/economies";
import type { Feed, FetchRequest, Schedule } from "../publisher";
import { type Dataflow, economyRows, readSdmxCsv, sdmxHeader } from "../reading/sdmx-csv";
import { headOf } from "../reading/read-json";
import { HIGHEST_YIELD, LOWEST_YIELD } from "../reading/text";

const BASE = "https://data-api.ecb.europa.eu/service/data";

/** The euro area and its members, as the ECB writes them in a key. */
export const EURO_AREA_KEY = "U2+AT+BE+BG+CY+DE+EE+ES+FI+FR+GR+HR+IE+IT+LT+LU+LV+MT+NL+PT+SI+SK";

/** Weekly, because figures are published on varying days around the middle of the month. An unchanged document is not sent again. */
export const weeklyAt = (at: string): Schedule => ({ timeZone: "Europe/Berlin", on: { weekday: 3 }, at });

/** The last complete month. A first estimate is published before the end of its month, and a date in the future is refused. */
export const lastFullMonth = (today: IsoDate): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** Requests one key of a dataflow such as `FM`, up to a month or a day. */
export const ecbRequest = (dataflow: string, key: string, until: string, since?: string): FetchRequest => ({
  part: dataflow,
  url: `${BASE}/${dataflow}/${key}?${since === undefined ? "" : `startPeriod=${since}&`}endPeriod=${until}&format=csvdata`,
  headers: { Accept: "text/csv" },
});

const FLOW: Dataflow = {
  title: "the ECB's long-term interest rates",
  advice: "download the long-term rates for convergence purposes in euro (key M.….L.L40.CI.0000.EUR.N.Z)",
  keyed: "IRS",
  dimensions: [
    ["FREQ", "M"], ["REF_AREA"], ["IR_TYPE", "L"], ["TR_TYPE", "L40"], ["MATURITY_CAT", "CI"], ["BS_COUNT_SECTOR", "0000"], ["CURRENCY_TRANS", "EUR"],
    ["IR_BUS_COV", "N"], ["IR_FV_TYPE", "Z"],
  ], // prettier-ignore
  units: [
    ["UNIT", "", "PC", "PCPA", "PERCENT"],
    ["UNIT_MULT", "", "0"],
  ],
};

/**
 * Long-term interest rates for convergence purposes of the euro area's members: monthly averages of government bonds of about ten years, in percent a year.
 * Source: European Central Bank, IRS.
 */
export const convergenceRates: Feed = {
  id: "ecb.long-term-rates",
  title: FLOW.title,
  looksLike: `${sdmxHeader(FLOW).slice(0, 40)},…`,
  recognises: ({ bytes }) =>
    headOf(bytes)
      .trimStart()
      .startsWith(`${sdmxHeader(FLOW)},`),
  parse: ({ bytes }) => {
    const series = (economy: string): string => economySeries(economy, "IRLT", ".ECB");
    const reading = { source: "ecb", area: "REF_AREA", frequency: "monthly", series, from: LOWEST_YIELD, to: HIGHEST_YIELD } as const;
    return { title: FLOW.title, rows: economyRows(readSdmxCsv(bytes, FLOW), reading), records: [] };
  },
  fetching: {
    schedule: weeklyAt("12:10"),
    requests: ({ today }) => [ecbRequest("IRS", `M.${EURO_AREA_KEY}.L.L40.CI.0000.EUR.N.Z`, lastFullMonth(today))],
  },
};
