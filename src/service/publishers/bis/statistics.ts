import type { Indicator } from "../../../contract/vocabulary";
import { economySeries } from "../../records/economy-series";
import { economyRows } from "../reading/economy-rows";
import type { Feed, Schedule } from "../publisher";
import { headOf } from "../reading/read-json";
import { readSdmxCsv, sdmxHeader, type SdmxColumn, type Dataflow } from "../reading/sdmx-csv";
import { bisRequest, REMARK_COLUMNS, SINGLE_UNITS } from "./dataflow";

/** One key of a BIS dataflow: one indicator of all economies. */
interface Statistic {
  readonly id: string;
  readonly title: string;
  /** The dataflow's name and version in the address. */
  readonly dataflow: string;
  readonly indicator: Indicator;
  /** The dimensions, each with its code in the key. The area has no code. */
  readonly dimensions: readonly SdmxColumn[];
  readonly units: readonly SdmxColumn[];
  readonly frequency: "monthly" | "quarterly";
  readonly from: number;
  readonly to: number;
  readonly at: Schedule["at"];
}

function statistic({ id, title, dataflow, indicator, dimensions, units, frequency, from, to, at }: Statistic): Feed {
  const key = dimensions.map(([, code]) => code ?? "*").join(".");
  const area = dimensions.find(([, code]) => code === undefined)?.[0] ?? "REF_AREA";
  const flow: Dataflow = { title, advice: `download only that key (${key})`, dimensions, units: [...units, SINGLE_UNITS], remarks: REMARK_COLUMNS };
  const header = sdmxHeader(flow);
  return {
    id,
    title,
    looksLike: `${header},…`,
    recognises: ({ bytes }) => headOf(bytes).trimStart().startsWith(`${header},`),
    parse: ({ bytes }) => {
      const series = (economy: string): string => economySeries(economy, indicator);
      return { title, rows: economyRows(readSdmxCsv(bytes, flow), { source: "bis", area, frequency, series, from, to }), records: [] };
    },
    // All of it each time, because figures are revised far back. An unchanged document is not sent again.
    fetching: { schedule: { timeZone: "Europe/Zurich", on: { weekday: 4 }, at }, requests: () => [bisRequest(dataflow, key, key)] },
  };
}

/** Real effective exchange rates, broad basket, 2020 = 100, by month. Nominal rates and the narrow basket are refused. Source: BIS, WS_EER. */
export const effectiveExchangeRates = statistic({
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
export const housePrices = statistic({
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
export const totalCredit = statistic({
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
export const creditGaps = statistic({
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
