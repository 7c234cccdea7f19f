import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import type { HouseFiling } from "../../records/disclosed-trades";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { namedLines } from "../reading/table";
import { headOf } from "../reading/read-json";
import { decodedText, refuseFile, notEmpty } from "../reading/text";
import { elementsIn, readXmlDocument, type XmlElement } from "../reading/xml";
import { transactionReport } from "./transaction-report";

const TITLE = "the House's index of financial disclosures";
const MEMBERS = ["Prefix", "Last", "First", "Suffix", "FilingType", "StateDst", "Year", "FilingDate", "DocID"] as const;

type Members = ReadonlyMap<string, string>;

function membersOf(filing: XmlElement): Members {
  const found = new Map<string, string>();
  for (const { name, text } of filing.children) {
    if (!(MEMBERS as readonly string[]).includes(name)) refuseFile(`${shown(name)} is not a known element of ${TITLE}; update the service`);
    found.set(name, text.trim());
  }
  return found;
}

/** The lines of the index as text, with tabs between the cells. The names are its first line. */
function membersOfLines(text: string): Members[] {
  const lines = text
    .split(/\r?\n/)
    .map((line, i) => ({ number: i + 1, cells: line.split("\t").map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean));
  return namedLines(lines, MEMBERS, TITLE).map(({ cells }) => cells);
}

/** `3/24/2025`, without leading zeros. */
function dayOf(text: string): string {
  const m = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const date = m ? `${m[3]}-${m[1]?.padStart(2, "0")}-${m[2]?.padStart(2, "0")}` : "";
  return isIsoDate(date) ? date : refuseFile(`expected a filing date as M/D/YYYY, got ${shown(text)}; download the index again`);
}

function recordOf(members: Members): RecordRow {
  const text = (name: (typeof MEMBERS)[number]): string => members.get(name) ?? "";
  if (text("DocID") === "" || text("FilingType") === "") refuseFile("a filing has no number or no type; download the index again");
  if (!/^\d{4}$/.test(text("Year"))) refuseFile(`expected a year, got ${shown(text("Year"))}; download the index again`);
  const filed = text("FilingDate") === "" ? null : dayOf(text("FilingDate"));
  const date = filed ?? `${text("Year")}-12-31`;
  const name = [text("Prefix"), text("First"), text("Last"), text("Suffix")].filter(Boolean).join(" ");
  const body: HouseFiling = { name, filing_type: text("FilingType"), state_district: text("StateDst"), year: Number(text("Year")), filed };
  return { dataset: "house_filing", entity: text("DocID"), date, key: "", known: date, body, source: "house" };
}

/** All filings of a year with their types; shows which reports to download. Source: Clerk of the House, {year}FD.xml or {year}FD.txt in {year}FD.zip. */
const filingIndex: Feed = {
  id: "house.filing-index",
  title: TITLE,
  looksLike: "<FinancialDisclosure><Member>…",
  recognises: ({ bytes }) => /<FinancialDisclosure>|^Prefix\tLast\tFirst\t/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const text = decodedText(bytes);
    const members = text.includes("<FinancialDisclosure>") ? elementsIn(readXmlDocument(text), "Member").map(membersOf) : membersOfLines(text);
    return { records: notEmpty(members.map(recordOf), "the index has no filing; download it again") };
  },
};

/** Clerk of the U.S. House of Representatives: periodic transaction reports. They are PDF files; a person downloads and converts them. */
export const house = createPublisher({
  id: "house",
  name: "Clerk of the U.S. House of Representatives",
  feeds: [transactionReport, filingIndex],
  rules: 1,
  msBetween: 2_000,
});
