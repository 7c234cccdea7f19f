import { shown } from "../../../contract/arguments";
import { economySeries, type Basis } from "../../records/economy-series";
import { economyRows } from "../reading/economy-rows";
import type { Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { readSdmxCsv, sdmxHeader, type Dataflow } from "../reading/sdmx-csv";
import { ecbRequest, EURO_AREA_KEY, lastFullMonth, weeklyAt } from "./dataflow";

const TITLE = "the ECB's harmonised indices of consumer prices";

/** One table holds the index and its rates of change. INX is the index; all items, not adjusted. */
interface Prices {
  readonly flow: Dataflow;
  readonly base: string;
  readonly suffix: Basis["suffix"];
}

const prices = (keyed: string, institution: readonly [name: string, code: string], base: string, suffix: Basis["suffix"]): Prices => ({
  base,
  suffix,
  flow: {
    title: TITLE,
    advice: `download the index of all items alone (key M.….N.000000.${institution[1]}.INX)`,
    keyed,
    dimensions: [["FREQ", "M"], ["REF_AREA"], ["ADJUSTMENT", "N"], ["ICP_ITEM", "000000"], institution, ["ICP_SUFFIX", "INX"]],
    units: [["UNIT_MULT", "", "0"]],
  },
});

/** Since 2026 the indices have another base and dataflow; the previous one ends with 2025. Their levels are not comparable. */
const SINCE_2026 = prices("HICP", ["DATA_PROVIDER", "4D0"], "2025", ".HICP25");
const UNTIL_2025 = prices("ICP", ["STS_INSTITUTION", "4"], "2015", ".HICP15");

const pricesIn = (bytes: Uint8Array): Prices | undefined =>
  [SINCE_2026, UNTIL_2025].find(({ flow }) =>
    headOf(bytes)
      .trimStart()
      .startsWith(`${sdmxHeader(flow)},`),
  );

/**
 * Harmonised indices of consumer prices of the euro area and its members, all items, by month. Source: European Central Bank, HICP (2025 = 100) and ICP
 * (2015 = 100, until 2025); compiled by Eurostat.
 */
export const harmonisedPrices: Feed = {
  id: "ecb.harmonised-prices",
  title: TITLE,
  looksLike: `${sdmxHeader(SINCE_2026.flow)},…`,
  recognises: ({ bytes }) => pricesIn(bytes) !== undefined,
  parse: ({ bytes }) => {
    const { flow, base, suffix } = pricesIn(bytes) ?? SINCE_2026;
    const lines = readSdmxCsv(bytes, flow);
    const other = lines.find(({ cell }) => !["", base].includes(/\d{4}/.exec(cell("UNIT_INDEX_BASE"))?.[0] ?? ""));
    if (other)
      throw new RefusedFile(
        `expected an index of ${base} = 100, got ${shown(other.cell("UNIT_INDEX_BASE"))}; update the service if the base is new`,
        other.number,
      );
    const series = (economy: string): string => economySeries(economy, "cpi", suffix);
    return { title: TITLE, rows: economyRows(lines, { source: "ecb", area: "REF_AREA", frequency: "monthly", series, from: 0.01, to: 100_000 }), records: [] };
  },
  fetching: {
    schedule: weeklyAt("12:00"),
    // The current index is revised, so all of it is fetched each time. The ended one is fetched once, while the ECB still has it.
    requests: ({ today, newest }) => [
      ecbRequest("HICP", `M.${EURO_AREA_KEY}.N.000000.4D0.INX`, lastFullMonth(today)),
      ...(newest === undefined ? [{ ...ecbRequest("ICP", `M.${EURO_AREA_KEY}.N.000000.4.INX`, "2025-12"), absentStatuses: [404] }] : []),
    ],
  },
};
