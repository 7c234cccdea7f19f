import { economySeries } from "../../records/economy-series";
import { HIGHEST_YIELD, LOWEST_YIELD } from "../reading/text";
import { economyRows } from "../reading/economy-rows";
import type { Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { readSdmxCsv, sdmxHeader, type Dataflow } from "../reading/sdmx-csv";
import { ecbRequest, EURO_AREA_KEY, lastFullMonth, weeklyAt } from "./dataflow";

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
