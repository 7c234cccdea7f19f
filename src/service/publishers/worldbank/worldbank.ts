import { shown } from "../../../contract/arguments";
import { economyOf, economySeries, periodEnd } from "../../records/economies";
import type { PublishedRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { decodedText, readNumber, refuseFile, notEmpty } from "../reading/text";
import { namedLines, readTextTable, refuseCutEnd } from "../reading/table";
import { headOf, isObject, numberIn, readJson, textIn } from "../reading/read-json";

const TITLE = "the World Bank's gross domestic product";
const INDICATOR = "NY.GDP.MKTP.CD";
const COLUMNS = ["Country Name", "Country Code", "Year", "Value"];

function rowOf(area: string, year: string, value: number | null, line?: number): PublishedRow[] {
  const date = /^\d{4}$/.test(year) ? periodEnd(year) : undefined;
  if (date === undefined) refuseFile(`expected a year, got ${shown(year)}; download the file again`, line);
  if (value !== null && value <= 0) refuseFile(`a gross domestic product of ${value} is impossible; download the file again`, line);
  const economy = economyOf(area);
  return economy ? [{ series: economySeries(economy, "gdp"), date, value, source: "worldbank" }] : [];
}

const NONE = "the document has no economy that this service serves; fetch all countries";

/** Parses a reply of the World Bank's API: a list of the page and the rows. An unknown value is null. */
function fromReply(bytes: Uint8Array): PublishedRow[] {
  const reply = readJson(bytes);
  if (!Array.isArray(reply) || reply.length !== 2 || !isObject(reply[0]) || !Array.isArray(reply[1]))
    refuseFile("expected a list of a page and its rows; the World Bank may have returned an error: fetch it again");
  if (Number(reply[0]["pages"]) !== 1) refuseFile("the reply is one of several pages; fetch all rows with per_page=20000");
  const rows: unknown[] = reply[1];
  return rows.flatMap((row) => {
    const indicator = isObject(row) ? row["indicator"] : undefined;
    if (!isObject(row) || !isObject(indicator)) refuseFile("a row has no indicator; fetch it again");
    if (indicator["id"] !== INDICATOR) refuseFile(`expected the indicator ${INDICATOR}, got ${shown(indicator["id"])}; fetch that one`);
    return rowOf(textIn(row, "countryiso3code", TITLE), textIn(row, "date", TITLE), numberIn(row, "value", TITLE) ?? null);
  });
}

/** Gross domestic product in current US dollars, by year. A revision replaces the year. Source: World Bank, indicator NY.GDP.MKTP.CD, from its API. */
const gdpReply: Feed = {
  id: "worldbank.gdp",
  title: TITLE,
  looksLike: '[{"page":1,"pages":1,…},[{"indicator":…',
  recognises: ({ bytes }) => /^\s*\[\s*\{\s*"page"/.test(headOf(bytes)),
  parse: ({ bytes }) => ({ rows: notEmpty(fromReply(bytes), NONE) }),
  fetching: {
    schedule: { timeZone: "America/New_York", on: { dayOfMonth: 2 }, at: "12:00" },
    requests: () => [{ part: INDICATOR, url: `https://api.worldbank.org/v2/country/all/indicator/${INDICATOR}?format=json&per_page=20000` }],
  },
};

/** The same data as a downloaded table: country, code, year and value, for countries and groups. */
const gdpTable: Feed = {
  id: "worldbank.gdp-table",
  title: TITLE,
  looksLike: COLUMNS.join(","),
  recognises: ({ bytes }) => /^\s*Country Name,Country Code,Year,Value/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const table = readTextTable(decodedText(bytes));
    // Values have any number of decimals, so only the decimal point can be required.
    refuseCutEnd(table, 1);
    const rows = namedLines(table.lines, COLUMNS, TITLE).flatMap(({ number, cells }) => {
      const value = cells.get("Value") ?? "";
      return rowOf(cells.get("Country Code") ?? "", cells.get("Year") ?? "", value === "" ? null : readNumber(value, "Value", number), number);
    });
    return { rows: notEmpty(rows, NONE) };
  },
};

/** World Bank: gross domestic product. */
export const worldbank = createPublisher({ id: "worldbank", name: "World Bank", feeds: [gdpReply, gdpTable], msBetween: 1_000 });
