import { shown } from "../../../contract/arguments";
import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import { cikText } from "../../records/filings";
import type { Cover, HoldingLine, ReportHead } from "../../records/holdings";
import type { LargeDocument, Piece } from "../../records/large-document";
import type { RecordRow } from "../../records/record";
import { monthNumber, monthsFrom } from "../../time/calendar";
import { textLines } from "../reading/table";
import type { Feed, FetchRequest, RequestContext } from "../publisher";
import { RefusedFile, refuseFile } from "../reading/text";
import { entriesOf, inflatedPieces, isZip } from "../reading/zip";
import type { ZipEntry } from "../../../zip/directory";
import { addsTo, isAmendmentType, leftOutLine, plainNumber, readLine, type ReadLine } from "./holding-line";
import { contactMissing } from "./contact";

const TITLE = "the SEC's quarterly data set of holdings (Form 13F)";
type Table = "SUBMISSION" | "COVERPAGE" | "SUMMARYPAGE" | "INFOTABLE";

/** The columns that are read. Others are allowed, such as FIGI since 2023. */
const COLUMNS = {
  SUBMISSION: ["ACCESSION_NUMBER", "FILING_DATE", "SUBMISSIONTYPE", "CIK", "PERIODOFREPORT"],
  COVERPAGE: ["ACCESSION_NUMBER", "ISAMENDMENT", "AMENDMENTTYPE", "FILINGMANAGER_NAME"],
  SUMMARYPAGE: ["ACCESSION_NUMBER", "TABLEENTRYTOTAL", "TABLEVALUETOTAL"],
  INFOTABLE: ["ACCESSION_NUMBER", "NAMEOFISSUER", "TITLEOFCLASS", "CUSIP", "VALUE", "SSHPRNAMT", "SSHPRNAMTTYPE", "PUTCALL"],
} as const satisfies Record<Table, readonly string[]>;

const tableOf = (entries: readonly ZipEntry[], table: Table): ZipEntry | undefined =>
  entries.find((e) => e.name.replace(/^.*\//, "").toUpperCase() === `${table}.TSV`);

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
function dayOf(text: string, column: string): IsoDate {
  const [, day = "", month = "", year = ""] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text.trim().toUpperCase()) ?? [];
  const iso = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day}`;
  return isIsoDate(iso) ? iso : refuseFile(`expected a day such as 14-FEB-2024 as ${column} of ${TITLE}, got ${shown(text)}; download it again`);
}

type Row<T extends Table> = Readonly<Record<(typeof COLUMNS)[T][number], string>>;

/** Reads the rows of one table in batches. */
function* rowsOf<T extends Table>(document: LargeDocument, entry: ZipEntry, table: T): Generator<{ readonly rows: readonly Row<T>[]; readonly done: number }> {
  const wanted: readonly string[] = COLUMNS[table];
  let places: readonly number[] | undefined;
  let width = 0;
  for (const { lines, done } of textLines(inflatedPieces(document, entry), "utf-8")) {
    const rows: Row<T>[] = [];
    for (const line of lines) {
      if (line === "") continue;
      const cells = line.split("\t");
      if (!places) {
        const header = cells.map((c) => c.trim().toUpperCase());
        const absent = wanted.find((c) => !header.includes(c));
        if (absent !== undefined)
          refuseFile(
            `expected a column ${absent} in ${table}.tsv of ${TITLE}, got ${shown(header.join(" "))}; the SEC may have changed it: update the service`,
          );
        places = wanted.map((c) => header.indexOf(c));
        width = header.length;
        continue;
      }
      if (cells.length !== width)
        refuseFile(`expected ${width} columns in a line of ${table}.tsv, got ${cells.length} (${shown(line.slice(0, 60))}); download the data set again`);
      rows.push(Object.fromEntries(wanted.map((c, i) => [c, cells[places?.[i] ?? 0] ?? ""])) as Row<T>);
    }
    yield { rows, done };
  }
}

const entryOf = (document: LargeDocument, table: Table): ZipEntry =>
  tableOf(entriesOf(document), table) ?? refuseFile(`expected ${table}.tsv in the archive of ${TITLE}, got none; download it again`);

/** Why a report is skipped. Undefined if it is imported. */
function skipReason({ form, period, filed }: ReportHead, amendment: string): string | undefined {
  // Holdings cannot be filed before the quarter's end: the period is mistyped.
  if (period > filed) return `it was filed on ${filed} and names ${period} as the quarter's end`;
  if (form.endsWith("/A") && !isAmendmentType(amendment)) return `expected RESTATEMENT or NEW HOLDINGS as the amendment's type, got ${shown(amendment)}`;
  return undefined;
}

/** What the cover pages state of the tables. Empty without that table of the archive, or if it has other columns: only some doubts are missing then. */
function totalsOf(document: LargeDocument): ReadonlyMap<string, Cover> {
  const entry = tableOf(entriesOf(document), "SUMMARYPAGE");
  const covers = new Map<string, Cover>();
  try {
    for (const { rows } of entry ? rowsOf(document, entry, "SUMMARYPAGE") : [])
      for (const r of rows) covers.set(r.ACCESSION_NUMBER.trim(), { lines: plainNumber(r.TABLEENTRYTOTAL), total: plainNumber(r.TABLEVALUETOTAL) });
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    return new Map();
  }
  return covers;
}

function headsOf(document: LargeDocument) {
  const totals = totalsOf(document);
  const covers = new Map<string, { readonly amendment: string; readonly filer: string }>();
  for (const { rows } of rowsOf(document, entryOf(document, "COVERPAGE"), "COVERPAGE"))
    for (const r of rows) covers.set(r.ACCESSION_NUMBER, { amendment: r.AMENDMENTTYPE.trim(), filer: r.FILINGMANAGER_NAME.trim() });
  const heads = new Map<string, { readonly head: ReportHead; readonly why: string | undefined }>();
  for (const { rows } of rowsOf(document, entryOf(document, "SUBMISSION"), "SUBMISSION"))
    for (const r of rows) {
      const accession = r.ACCESSION_NUMBER.trim();
      // Skips notices, which say that another institution reports.
      if (!/^13F-HR(\/A)?$/.test(r.SUBMISSIONTYPE.trim())) continue;
      const cover = covers.get(r.ACCESSION_NUMBER) ?? refuseFile(`the report ${accession} has no line in COVERPAGE.tsv; download the data set again`);
      const period = dayOf(r.PERIODOFREPORT, "PERIODOFREPORT");
      const head: ReportHead = {
        accession,
        form: r.SUBMISSIONTYPE.trim(),
        cik: cikText(r.CIK.trim()),
        period,
        filed: dayOf(r.FILING_DATE, "FILING_DATE"),
        adds: addsTo(cover.amendment),
        filer: cover.filer,
        cover: totals.get(accession) ?? {},
      };
      heads.set(accession, { head, why: skipReason(head, cover.amendment) });
    }
  return heads;
}

/** Uses the head's accession text. A substring of the table would keep the whole table text in memory. */
const lineOf = (r: Row<"INFOTABLE">, { accession }: ReportHead): ReadLine =>
  readLine(
    { cusip: r.CUSIP, issuer: r.NAMEOFISSUER, title: r.TITLEOFCLASS, value: r.VALUE, shares: r.SSHPRNAMT, type: r.SSHPRNAMTTYPE, putCall: r.PUTCALL },
    accession,
  );

function* pieces(document: LargeDocument): Generator<Piece> {
  const heads = headsOf(document);
  yield { heads: [...heads.values()].filter((l) => l.why === undefined).map((l) => l.head), done: 0 };
  for (const { head, why } of heads.values()) if (why !== undefined) yield { leftOut: { part: head.accession, why }, done: 0 };
  const table = entryOf(document, "INFOTABLE");
  const places = new Map<string, number>();
  for (const { rows, done } of rowsOf(document, table, "INFOTABLE")) {
    const lines: HoldingLine[] = [];
    const records: RecordRow[] = [];
    for (const row of rows) {
      const listed = heads.get(row.ACCESSION_NUMBER.trim());
      if (!listed) refuseFile(`INFOTABLE.tsv has lines of ${shown(row.ACCESSION_NUMBER)}, which SUBMISSION.tsv does not list; download the data set again`);
      if (listed.why !== undefined) continue;
      const { head } = listed;
      const place = (places.get(head.accession) ?? 0) + 1;
      places.set(head.accession, place);
      const read = lineOf(row, head);
      lines.push(read.line);
      if (read.why !== undefined) records.push(leftOutLine(head, read, read.why, place));
    }
    yield { lines, records, done: Math.round((done / Math.max(1, table.packed)) * document.size) };
  }
}

/** The filing days of the data set before a day. Since 2024 a window begins on the first of March, June, September and December. */
function windowBefore(day: IsoDate): { readonly from: IsoDate; readonly to: IsoDate } {
  const to = addDays(monthsFrom(day, -(monthNumber(day) % 3)), -1);
  return { from: monthsFrom(to, -2), to };
}

const named = (day: IsoDate): string => `${day.slice(8)}${(MONTHS[monthNumber(day) - 1] ?? "").toLowerCase()}${day.slice(0, 4)}`;
const FOLDERS = ["structureddata", "datastandardsinnovation"];

/** The newest two complete data sets, because changes compare with the previous quarter. */
function requests({ today, isDone }: RequestContext): FetchRequest[] {
  const newest = windowBefore(today);
  return [windowBefore(newest.from), newest].flatMap(({ from, to }): FetchRequest[] => {
    const part = `${named(from)}-${named(to)}_form13f.zip`;
    if (isDone?.(part)) return [];
    const [url = "", ...fallbackUrls] = FOLDERS.map((folder) => `https://www.sec.gov/files/${folder}/data/form-13f-data-sets/${part}`);
    return [{ part, url, fallbackUrls, once: true, large: true, absentStatuses: [404] }];
  });
}

/**
 * All institutions' reports filed within three months: about 3 million lines. A restatement replaces the institution's report for that quarter, new holdings
 * are added to it, and an amendment that states neither is left out. Puts, calls and principal amounts are left out. The unit of each table is checked as for a
 * single report.
 * Source: www.sec.gov/data-research/sec-markets-data/form-13f-data-sets.
 */
export const holdingsDataSet: Feed = {
  id: "sec.holdings-data-set",
  title: TITLE,
  looksLike: "a zip archive with SUBMISSION.tsv, COVERPAGE.tsv and INFOTABLE.tsv",
  recognises: () => false,
  parse: () => {
    throw new Error("The data set of holdings is read in pieces.");
  },
  large: { recognises: (document) => isZip(document) && tableOf(entriesOf(document), "INFOTABLE") !== undefined, pieces },
  fetching: { schedule: { timeZone: "America/New_York", on: { weekday: 2 }, at: "06:30" }, missing: contactMissing, requests },
};
