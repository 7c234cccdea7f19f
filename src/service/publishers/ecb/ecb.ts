import { shown } from "../../../contract/arguments";
import { own } from "../../../contract/json";
import { PUBLISHER_SOURCES } from "../../records/attribution";
import { type SeriesBasis, economySeries } from "../../records/economies";
import { type KeyRate, keyRateSeries } from "../../records/macro";
import type { PublishedRow } from "../../records/record";
import type { Feed, Publisher } from "../publisher";
import { readIsoDate, RefusedFile } from "../reading/text";
import { type Dataflow, economyRows, readSdmxCsv, sdmxHeader, type SdmxLine } from "../reading/sdmx-csv";
import { headOf } from "../reading/read-json";
import { convergenceRates, ecbRequest, EURO_AREA_KEY, lastFullMonth, weeklyAt } from "./long-term-rates";

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
const keyRates: Feed = {
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

const TITLE = "the ECB's harmonised indices of consumer prices";

/** One table holds the index and its rates of change. INX is the index; all items, not adjusted. */
interface Prices {
  readonly flow: Dataflow;
  readonly base: string;
  readonly suffix: SeriesBasis["suffix"];
}

const prices = (keyed: string, institution: readonly [name: string, code: string], base: string, suffix: SeriesBasis["suffix"]): Prices => ({
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
const harmonisedPrices: Feed = {
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

/** European Central Bank: key interest rates, harmonised consumer prices and long-term rates of the euro area. */
export const ecb: Publisher = {
  id: "ecb",
  name: "European Central Bank",
  terms: PUBLISHER_SOURCES.ecb,
  feeds: [keyRates, harmonisedPrices, convergenceRates],
  politeness: { msBetween: 2_000 },
};
