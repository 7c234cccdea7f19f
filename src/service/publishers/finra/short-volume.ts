import { addDays, daysBetween, type IsoDate, weekdayOf } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import type { ShortVolume } from "../../records/equities";
import type { RecordRow } from "../../records/record";
import type { Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { type NamedLine, namedLines, pipedLines, readTextTable, refuseCutEnd } from "../reading/table";
import { decodedText, NothingServed, readIsoDate, readNumber, refuseFile } from "../reading/text";

/** Normalizes a symbol. FINRA writes a slash, a hyphen or a blank before a share class: BRK/B for BRK.B. Lower-case letters mark preferred shares and stay. */
export const finraSymbol = (published: string): string => published.trim().replace(/[-/ ]/g, ".");

const TITLE = "FINRA's daily short sale volume";
const FOLDER = "https://cdn.finra.org/equity/regsho/daily";
const PUBLISHED = ["Date", "Symbol", "ShortVolume", "ShortExemptVolume", "TotalVolume", "Market"] as const;
/** The columns of the first files, of 2009 and after, which count no exempt sales. */
const EARLY = PUBLISHED.filter((name) => name !== "ShortExemptVolume");
/** The columns of today in copies, with the ratio computed from them. */
const COPIED = ["date", "symbol", "short_volume", "short_exempt_volume", "total_volume", "market", "ratio"] as const;

function dayOf(text: string, line: number): IsoDate {
  const m = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return readIsoDate(m ? `${m[1]}-${m[2]}-${m[3]}` : text, line);
}

/** Reads one line by the names of its columns. Volumes can be fractional; short volume includes exempt volume, which is null if there is no such column. */
function rowOf({ number, cells }: NamedLine, [date, symbol, short, exempt, total, market]: readonly string[]): RecordRow {
  const text = (name = ""): string => cells.get(name) ?? "";
  const volume = (name = ""): number => readNumber(text(name), name, number);
  if (text(symbol) === "") refuseFile("a line has no symbol: the line seems to be cut; download the file again", number);
  const body: ShortVolume = {
    short_volume: volume(short),
    short_exempt_volume: cells.has(exempt ?? "") ? volume(exempt) : null,
    total_volume: volume(total),
    market: text(market),
  };
  if (body.short_volume > body.total_volume || (body.short_exempt_volume ?? 0) > body.short_volume)
    refuseFile(`${text(symbol)} has more short volume than volume: the columns have shifted; download the file again`, number);
  const day = dayOf(text(date), number);
  return { dataset: "short_volume", entity: finraSymbol(text(symbol)), date: day, key: "", known: day, body, source: "finra" };
}

/** Reads the published file. Its last line counts the others; if it is missing or differs, the file is truncated. Early files may have none. */
function published(text: string): RecordRow[] {
  const lines = pipedLines(text);
  const last = lines[lines.length - 1];
  const stated = last?.cells.length === 1 && /^\d+$/.test(last.cells[0] ?? "") ? Number(last.cells[0]) : undefined;
  const columns = lines[0]?.cells.length === EARLY.length ? EARLY : PUBLISHED;
  if (stated === undefined && (columns === PUBLISHED || !text.endsWith("\n")))
    refuseFile("the last line, which counts the others, is missing: the file seems to be cut; download it again", last?.number);
  if (stated !== undefined && stated !== lines.length - 2)
    refuseFile(`expected ${stated} lines, as counted in the last line, got ${lines.length - 2}: the file seems to be cut; download it again`, last?.number);
  return namedLines(stated === undefined ? lines : lines.slice(0, -1), columns, TITLE).map((line) => rowOf(line, PUBLISHED));
}

/** Reads a copy. It has no counting line, so without a final line end its last value may be truncated. */
function copied(text: string): RecordRow[] {
  const table = readTextTable(text);
  refuseCutEnd(table, 4);
  return namedLines(table.lines, COPIED, TITLE).map((line) => rowOf(line, COPIED));
}

/** The facilities that report trades: the beginning of their own files' names, and their name. */
const FACILITIES = [
  ["FNYX", "the NYSE TRF"],
  ["FNSQ", "the Nasdaq TRF Carteret"],
  ["FNQC", "the Nasdaq TRF Chicago"],
  ["FNRA", "the ADF"],
  ["FORF", "the ORF"],
] as const;
const CONSOLIDATED = "import the consolidated file, CNMSshvolYYYYMMDD.txt";

/** The facilities that a line names in the column Market, a list such as `B,Q,N`. */
const lettersOf = ({ body }: RecordRow): ReadonlySet<string> =>
  new Set(
    (body as ShortVolume).market
      .toUpperCase()
      .replace(/["\s]/g, "")
      .split(",")
      .filter((l) => l !== ""),
  );

/** Lines of a day of which some name several facilities in a consolidated file, where most of them do. */
const MANY = 20;

/** The letter of the only facility that these lines name; undefined if there is none or several. */
function onlyLetter(records: readonly RecordRow[]): string | undefined {
  const [letter = "", ...others] = new Set(records.flatMap((r) => [...lettersOf(r)]));
  return others.length === 0 && /^[A-Z]$/.test(letter) ? letter : undefined;
}

/**
 * Checks that a file is of all facilities: by its name, by the letters of each day, because a person may have renamed or joined files, and because each symbol has
 * one line a day.
 *
 * @throws NothingServed for volumes that are parts of those in the consolidated file.
 */
function refuseFacilities(name: string, records: readonly RecordRow[]): void {
  const named = FACILITIES.find(([prefix]) => name.toUpperCase().includes(`${prefix}SHVOL`));
  if (named) throw new NothingServed(`this file has only the trades of one facility, ${named[1]}; ${CONSOLIDATED}`);
  const all = onlyLetter(records);
  if (all !== undefined) throw new NothingServed(`all lines have the trades of one facility, ${all} only; ${CONSOLIDATED}`);
  for (const [day, lines] of groupedBy(records, (r) => r.date)) {
    // One facility can have all trades of one symbol on a day, as in a copy of that symbol's days.
    const letter = lines.length > 1 ? onlyLetter(lines) : undefined;
    if (letter !== undefined) throw new NothingServed(`all lines of ${day} have the trades of one facility, ${letter} only; ${CONSOLIDATED}`);
    if (lines.length >= MANY && lines.every((line) => lettersOf(line).size < 2))
      throw new NothingServed(`no line of ${day} has the trades of several facilities: files of several facilities may be joined; ${CONSOLIDATED}`);
    const symbols = new Set<string>();
    for (const { entity } of lines) {
      if (symbols.has(entity)) throw new NothingServed(`${entity} has two lines on ${day}: files of several facilities may be joined; ${CONSOLIDATED}`);
      symbols.add(entity);
    }
  }
}

/** The business days after `newest` up to today, within the last 14 days. */
function missingDays(newest: IsoDate | undefined, today: IsoDate): IsoDate[] {
  const since = newest !== undefined && daysBetween(newest, today) < 14 ? newest : addDays(today, -14);
  const days = Array.from({ length: daysBetween(since, today) }, (_, i) => addDays(since, i + 1));
  return days.filter((day) => ![0, 6].includes(weekdayOf(day)));
}

/**
 * Short sale volume of one day by symbol, in shares, of trades reported off exchange: FINRA's consolidated file (CNMS), or the same columns separated by
 * commas. A day without a file gets status 403. Source: FINRA, cdn.finra.org/equity/regsho/daily.
 */
export const shortVolumeFile: Feed = {
  id: "finra.short-volume",
  title: TITLE,
  looksLike: "Date|Symbol|ShortVolume|…",
  recognises: ({ bytes }) => /^(Date\|Symbol\|Short|date,symbol,short_volume)/.test(headOf(bytes).trimStart()),
  parse: ({ bytes, name }) => {
    const text = decodedText(bytes);
    const records = /^\s*Date\|/.test(text) ? published(text) : copied(text);
    refuseFacilities(name, records);
    return { records };
  },
  fetching: {
    // Published about 18:00. A holiday has no file.
    schedule: { timeZone: "America/New_York", on: "business", at: "18:45" },
    requests: ({ today, newest }) =>
      missingDays(newest, today).map((day) => ({ part: day, url: `${FOLDER}/CNMSshvol${day.replaceAll("-", "")}.txt`, absentStatuses: [403, 404] })),
  },
};
