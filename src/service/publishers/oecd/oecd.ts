import { shown } from "../../../contract/arguments";
import { own } from "../../../contract/json";
import { economyOf, economySeries, periodEnd } from "../../records/economies";
import type { PublishedRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { decodedText, readNumber, refuseFile, refuseImplausible, notEmpty } from "../reading/text";
import { type NamedLine, namedLines, readTextTable } from "../reading/table";
import { headOf } from "../reading/read-json";

const TITLE = "the OECD's long-term interest rates";
const COLUMNS = [
  "DATAFLOW", "REF_AREA", "FREQ", "MEASURE", "UNIT_MEASURE", "ACTIVITY", "ADJUSTMENT", "TRANSFORMATION", "TIME_PERIOD", "OBS_VALUE", "OBS_STATUS",
  "UNIT_MULT", "DECIMALS", "BASE_PER",
]; // prettier-ignore
/** The same figures under their common series ids. */
const CURATED: Readonly<Record<string, string>> = { EA20: "IRLTLT01EZM156N", EA19: "IRLTLT01EZM156N", JPN: "IRLTLT01JPM156N" };
/** The required codes of each dimension. */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  FREQ: ["M"],
  MEASURE: ["IRLT"],
  UNIT_MEASURE: ["PA"],
  ACTIVITY: ["_Z"],
  ADJUSTMENT: ["_Z"],
  TRANSFORMATION: ["_Z"],
  UNIT_MULT: ["", "0"],
};
const FLOW = "https://sdmx.oecd.org/public/rest/data/OECD.SDD.STES,DSD_KEI@DF_KEI,4.0";

function rowsOf({ number, cells }: NamedLine): PublishedRow[] {
  const cell = (name: string): string => cells.get(name) ?? "";
  for (const [name, wanted] of Object.entries(WANTED))
    if (!wanted.includes(cell(name)))
      refuseFile(`expected ${wanted.join(" or ") || "a blank"} under ${name}, got ${shown(cell(name))}: download the monthly IRLT in percent`, number);
  const area = cell("REF_AREA");
  const end = periodEnd(cell("TIME_PERIOD"));
  if (end === undefined || cell("TIME_PERIOD").length !== 7)
    refuseFile(`expected a month as YYYY-MM under TIME_PERIOD, got ${shown(cell("TIME_PERIOD"))}; download it again`, number);
  const text = cell("OBS_VALUE");
  const value = text === "" || text === "NaN" ? null : readNumber(text, "OBS_VALUE", number);
  if (value !== null) refuseImplausible(value, "OBS_VALUE", number);
  const economy = economyOf(area);
  const curated = own(CURATED, area);
  return [
    ...(economy ? [{ series: economySeries(economy, "IRLT"), date: end, value, source: "oecd" as const }] : []),
    ...(curated ? [{ series: curated, date: `${end.slice(0, 7)}-01`, value, source: "oecd" as const }] : []),
  ];
}

/**
 * Long-term government bond yields, monthly averages in percent a year, of one or more economies, in any order. Other areas are left out. Source: OECD, key
 * short-term economic indicators (KEI), measure IRLT, as CSV.
 */
const longTermRates: Feed = {
  id: "oecd.long-term-rates",
  title: TITLE,
  looksLike: "DATAFLOW,REF_AREA,FREQ,MEASURE,…",
  recognises: ({ bytes }) => /^\s*DATAFLOW,REF_AREA,FREQ,MEASURE,/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const lines = namedLines(readTextTable(decodedText(bytes)).lines, COLUMNS, TITLE);
    const rows = lines.flatMap(rowsOf).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    const taken = new Map<string, number | null>();
    for (const { series, date, value } of rows) {
      const before = taken.get(`${series} ${date}`);
      if (before !== undefined && before !== value) refuseFile(`${series} appears twice for ${date} with different values; download one area at a time`);
      taken.set(`${series} ${date}`, value);
    }
    return { rows: notEmpty(rows, "the file has no economy that this service serves; download the 39 economies, the euro area or Japan") };
  },
  fetching: {
    schedule: { timeZone: "Europe/Paris", on: { dayOfMonth: 12 }, at: "14:00" },
    // A key with too few dots gets status 403. One dot per dimension; empty means all.
    requests: ({ newest }) => [{ part: "IRLT", url: `${FLOW}/.M.IRLT.PA._Z._Z._Z?startPeriod=${(newest ?? "1960-01").slice(0, 7)}&format=csv` }],
  },
};

/** Organisation for Economic Co-operation and Development: long-term interest rates. */
export const oecd = createPublisher({
  id: "oecd",
  name: "Organisation for Economic Co-operation and Development",
  feeds: [longTermRates],
  // The limit is sixty requests an hour.
  msBetween: 60_000,
});
