import { shown } from "../../../contract/arguments";
import { addDays, type IsoDate } from "../../../contract/dates";
import { own } from "../../../contract/json";
import { type SeriesBasis, economySeries } from "../../records/economies";
import { type KeyRate, keyRateSeries } from "../../records/macro";
import type { PublishedRow } from "../../records/record";
import { createPublisher, type Feed, type FetchRequest, type Schedule } from "../publisher";
import { HIGHEST_YIELD, LOWEST_YIELD, readIsoDate, refuseFile, notEmpty } from "../reading/text";
import { type Dataflow, economyRows, isDataflow, readSdmxCsv, sdmxHeader, type SdmxLine } from "../reading/sdmx-csv";

const BASE = "https://data-api.ecb.europa.eu/service/data";

/** The euro area and its members, as the ECB writes them in a key. */
const EURO_AREA_KEY = "U2+AT+BE+BG+CY+DE+EE+ES+FI+FR+GR+HR+IE+IT+LT+LU+LV+MT+NL+PT+SI+SK";

/** Weekly, because figures are published on varying days around the middle of the month. An unchanged document is not sent again. */
const weeklyAt = (at: string): Schedule => ({ timeZone: "Europe/Berlin", on: { weekday: 3 }, at });

/** The last complete month. A first estimate is published before the end of its month, and a date in the future is refused. */
const lastFullMonth = (today: IsoDate): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** Requests one key of a dataflow such as `FM`, up to a month or a day. */
const ecbRequest = (dataflow: string, key: string, until: string, since?: string): FetchRequest => ({
  part: dataflow,
  url: `${BASE}/${dataflow}/${key}?${since === undefined ? "" : `startPeriod=${since}&`}endPeriod=${until}&format=csvdata`,
  headers: { Accept: "text/csv" },
});

/** Percent, in single units. */
const PERCENT: Dataflow["units"] = [
  ["UNIT", "", "PC", "PCPA", "PERCENT"],
  ["UNIT_MULT", "", "0"],
];

const KEY_RATES: Dataflow = {
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
  units: PERCENT,
};

const RATES: Readonly<Record<string, KeyRate | undefined>> = { DFR: "deposit", MRR_FR: "refinancing" };
/** Not stored: the marginal lending facility, and the minimum bid rate of the tenders from 2000 to 2008. */
const LEFT_OUT = ["MLFR", "MRR_MBR"];
const LOWEST = -10;
const HIGHEST = 50;

function rowsOf({ number, period, value, cell }: SdmxLine): PublishedRow[] {
  const date = readIsoDate(period, number);
  if (value !== null && (value < LOWEST || value > HIGHEST))
    refuseFile(`expected a rate from ${LOWEST} to ${HIGHEST} percent under OBS_VALUE, got ${value}; check the file`, number);
  const id = cell("PROVIDER_FM_ID");
  const rate = own(RATES, id);
  if (rate) return [{ series: keyRateSeries(rate), date, value, source: "ecb" }];
  if (LEFT_OUT.includes(id)) return [];
  refuseFile(`expected DFR or MRR_FR under PROVIDER_FM_ID of ${KEY_RATES.title}, got ${id || "a blank"}; ${KEY_RATES.advice}`, number);
}

/**
 * Key interest rates of the euro area by day, in percent: the deposit facility, and the fixed rate of the main refinancing operations. Source: European Central
 * Bank, FM.
 */
const keyRates: Feed = {
  id: "ecb.key-rates",
  title: KEY_RATES.title,
  looksLike: `${sdmxHeader(KEY_RATES)},…`,
  recognises: ({ bytes }) => isDataflow(bytes, KEY_RATES),
  parse: ({ bytes }) => ({
    rows: notEmpty(readSdmxCsv(bytes, KEY_RATES).flatMap(rowsOf), `the file has neither of the rates that this service serves; ${KEY_RATES.advice}`),
  }),
  fetching: {
    schedule: { timeZone: "Europe/Berlin", on: "daily", at: "09:00" },
    requests: ({ today, newest }) => [ecbRequest("FM", "D.U2.EUR.4F.KR.DFR+MRR_FR.LEV", today, newest)],
  },
};

const TITLE = "the ECB's harmonised indices of consumer prices";

/** One table holds the index and its rates of change. INX is the index; all items, not adjusted. */
const prices = (keyed: string, institution: readonly [name: string, code: string], base: string, suffix: SeriesBasis["suffix"]) => ({
  base,
  suffix,
  flow: {
    title: TITLE,
    advice: `download the index of all items alone (key M.….N.000000.${institution[1]}.INX)`,
    keyed,
    dimensions: [["FREQ", "M"], ["REF_AREA"], ["ADJUSTMENT", "N"], ["ICP_ITEM", "000000"], institution, ["ICP_SUFFIX", "INX"]],
    units: [["UNIT_MULT", "", "0"]],
  } satisfies Dataflow,
});

/** Since 2026 the indices have another base and dataflow; the previous one ends with 2025. Their levels are not comparable. */
const SINCE_2026 = prices("HICP", ["DATA_PROVIDER", "4D0"], "2025", ".HICP25");
const UNTIL_2025 = prices("ICP", ["STS_INSTITUTION", "4"], "2015", ".HICP15");

const pricesIn = (bytes: Uint8Array) => [SINCE_2026, UNTIL_2025].find(({ flow }) => isDataflow(bytes, flow));

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
      refuseFile(`expected an index of ${base} = 100, got ${shown(other.cell("UNIT_INDEX_BASE"))}; update the service if the base is new`, other.number);
    const series = (economy: string): string => economySeries(economy, "cpi", suffix);
    return { rows: economyRows(lines, { source: "ecb", area: "REF_AREA", frequency: "monthly", series, from: 0.01, to: 100_000 }) };
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

const LONG_TERM: Dataflow = {
  title: "the ECB's long-term interest rates",
  advice: "download the long-term rates for convergence purposes in euro (key M.….L.L40.CI.0000.EUR.N.Z)",
  keyed: "IRS",
  dimensions: [
    ["FREQ", "M"], ["REF_AREA"], ["IR_TYPE", "L"], ["TR_TYPE", "L40"], ["MATURITY_CAT", "CI"], ["BS_COUNT_SECTOR", "0000"], ["CURRENCY_TRANS", "EUR"],
    ["IR_BUS_COV", "N"], ["IR_FV_TYPE", "Z"],
  ], // prettier-ignore
  units: PERCENT,
};

/**
 * Long-term interest rates for convergence purposes of the euro area's members: monthly averages of government bonds of about ten years, in percent a year.
 * Source: European Central Bank, IRS.
 */
const convergenceRates: Feed = {
  id: "ecb.long-term-rates",
  title: LONG_TERM.title,
  looksLike: `${sdmxHeader(LONG_TERM).slice(0, 40)},…`,
  recognises: ({ bytes }) => isDataflow(bytes, LONG_TERM),
  parse: ({ bytes }) => {
    const series = (economy: string): string => economySeries(economy, "IRLT", ".ECB");
    const reading = { source: "ecb", area: "REF_AREA", frequency: "monthly", series, from: LOWEST_YIELD, to: HIGHEST_YIELD } as const;
    return { rows: economyRows(readSdmxCsv(bytes, LONG_TERM), reading) };
  },
  fetching: {
    schedule: weeklyAt("12:10"),
    requests: ({ today }) => [ecbRequest("IRS", `M.${EURO_AREA_KEY}.L.L40.CI.0000.EUR.N.Z`, lastFullMonth(today))],
  },
};

/** European Central Bank: key interest rates, harmonised consumer prices and long-term rates of the euro area. */
export const ecb = createPublisher({ id: "ecb", name: "European Central Bank", feeds: [keyRates, harmonisedPrices, convergenceRates], msBetween: 2_000 });
