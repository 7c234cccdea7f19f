import { shown } from "../../../contract/arguments";
import { addDays, isIsoDate, type IsoDate, weekdayOf } from "../../../contract/dates";
import { quarterOf } from "../../time/calendar";
import { cikText, type IndexedFiling } from "../../records/filings";
import type { RecordRow } from "../../records/record";
import type { Feed, FetchRequest, RequestContext } from "../publisher";
import { headOf } from "../reading/read-json";
import { refuseFile } from "../reading/text";
import { contactMissing } from "./contact";
import { WHOLE_FORMS } from "./offering-documents";

const TITLE = "the SEC's daily index of filings by form";
const HEADER = /^Form Type\s+Company Name\s+CIK\s+Date Filed\s+File Name\s*$/;
/** Days of indexes to fetch. Only filings of offerings from these days are fetched. */
const DAYS = 10;

function read(text: string): RecordRow[] {
  const lines = text.split(/\r?\n/);
  const head = lines.findIndex((l) => HEADER.test(l));
  const width = lines[head]?.indexOf("Company Name") ?? -1;
  if (head === -1 || !/^-{20,}/.test(lines[head + 1] ?? ""))
    refuseFile(
      `expected a line with Form Type, Company Name, CIK, Date Filed and File Name in ${TITLE}; the SEC may have changed the format: update the service`,
    );
  if (!text.endsWith("\n")) refuseFile("the index ends within a line; download it again");
  return lines.slice(head + 2).flatMap((line, i): RecordRow[] => {
    if (line.trim() === "") return [];
    const [, names = "", cik = "", digits = "", accession = ""] =
      /^(.*?)\s+(\d{1,10})\s+(\d{8}|\d{4}-\d{2}-\d{2})\s+edgar\/data\/\d+\/([\d-]{20})\.txt\s*$/.exec(line) ?? [];
    const filed = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
    if (!isIsoDate(filed)) refuseFile(`expected a line with a CIK, a day and a file in ${TITLE}, got ${shown(line.trim())}; download it again`, head + i + 3);
    const form = names.slice(0, width).trim();
    // Under a header of another width the cell would contain the form and part of a name, and no form would be recognised.
    if (/\s{2}/.test(form))
      refuseFile(`expected a form under Form Type in ${TITLE}, got ${shown(form)}: the columns have shifted; download it again`, head + i + 3);
    if (!WHOLE_FORMS.has(form)) return [];
    const body: IndexedFiling = { form, accession, cik: cikText(cik), company: names.slice(width).trim() };
    return [{ dataset: "listed_filing", entity: "offering", date: filed, key: accession, known: filed, body, source: "sec" }];
  });
}

function requests({ today, isDone }: RequestContext): FetchRequest[] {
  const days = Array.from({ length: DAYS }, (_, i): IsoDate => addDays(today, i - DAYS + 1)).filter((day) => ![0, 6].includes(weekdayOf(day)));
  return days
    .filter((day) => !isDone?.(day))
    .map((day) => ({
      part: day,
      url: `https://www.sec.gov/Archives/edgar/daily-index/${day.slice(0, 4)}/QTR${quarterOf(day)}/form.${day.replaceAll("-", "")}.idx`,
      once: true,
      // No index yet, or a holiday: either status.
      absentStatuses: [403, 404],
    }));
}

/**
 * Filings of offerings on a day, by any company. They are fetched for all companies, named or not. Other forms are skipped. Unlike the full-text search it is
 * documented, complete, one request per day, and names forms exactly. Source: www.sec.gov/Archives/edgar/daily-index.
 */
export const dailyIndex: Feed = {
  id: "sec.daily-index",
  title: TITLE,
  looksLike: "Description: Daily Index of EDGAR Dissemination Feed by Form Type",
  recognises: ({ bytes }) => /^Description:\s+\w+ Index of EDGAR Dissemination Feed by Form Type/.test(headOf(bytes)),
  // Names contain single bytes of older encodings.
  parse: ({ bytes }) => ({ records: read(new TextDecoder("latin1").decode(bytes)) }),
  fetching: { schedule: { timeZone: "America/New_York", on: "business", at: "23:15" }, missing: contactMissing, requests },
};
