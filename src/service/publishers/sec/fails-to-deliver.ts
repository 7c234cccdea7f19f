import { shown } from "../../../contract/arguments";
import type { RecordRow } from "../../records/record";
import type { FailPrice, Security } from "../../records/filings";
import { symbolOf } from "../../records/symbols";
import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import { monthsFrom, quarterEnd } from "../../time/calendar";
import type { Feed, FetchRequest, RequestContext } from "../publisher";
import type { LargeDocument } from "../../records/large-document";
import { headOf } from "../reading/read-json";
import { refuseFile } from "../reading/text";
import { bytesOf, entriesOf, isZip } from "../reading/zip";
import type { ZipEntry } from "../../../zip/directory";
import { FILERS_SINCE } from "./company-tickers";
import { contactMissing } from "./contact";

const TITLE = "the SEC's list of fails to deliver";
const HEADER = "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE";

/** The list in the SEC's archive, by its file name. */
function listIn(document: LargeDocument): ZipEntry | undefined {
  const [entry, ...more] = entriesOf(document);
  return entry && more.length === 0 && /^cnsfails\d{6}[ab].*\.txt$/i.test(entry.name.replace(/^.*\//, "")) ? entry : undefined;
}

/** The published half-months, oldest first. The first half is published at the month's end, the second about the middle of the next month. */
function publishedHalves(today: IsoDate): string[] {
  const month = (back: number): IsoDate => monthsFrom(today, -back);
  const halves = [2, 1].flatMap((back) => [
    { name: `${month(back).slice(0, 7).replace("-", "")}a`, out: month(back - 1) },
    { name: `${month(back).slice(0, 7).replace("-", "")}b`, out: addDays(month(back - 1), 15) },
  ]);
  return halves.filter((h) => h.out <= today).map((h) => h.name);
}

/** The newest two, because a list has only symbols with fails. */
const requests = ({ today, isDone }: RequestContext): FetchRequest[] =>
  publishedHalves(today)
    .slice(-2)
    .filter((half) => !isDone?.(half))
    .map((half) => ({
      part: half,
      url: `https://www.sec.gov/files/data/fails-deliver-data/cnsfails${half}.zip`,
      once: true,
      large: true,
      absentStatuses: [404],
    }));

/**
 * The CUSIPs of each symbol, with their descriptions, by year. It is the only public-domain list of them. A symbol has several after a change of its CUSIP.
 * Prices are kept of the last month of a quarter, one of each security and list. Quantities are left out. Source: www.sec.gov/data-research/sec-markets-data/fails-deliver-data.
 */
export const failsToDeliver: Feed = {
  id: "sec.fails-to-deliver",
  title: TITLE,
  looksLike: HEADER,
  recognises: ({ bytes }) => headOf(bytes).startsWith("SETTLEMENT DATE|"),
  parse: ({ bytes }) => ({ records: recordsOf(bytes) }),
  large: {
    recognises: (document) => isZip(document) && listIn(document) !== undefined,
    *pieces(document) {
      const list = listIn(document);
      if (list) yield { records: recordsOf(bytesOf(document, list)), done: document.size };
    },
  },
  fetching: { schedule: { timeZone: "America/New_York", on: { weekday: 2 }, at: "06:15" }, missing: contactMissing, requests },
};

/** The price of a line. Only lists of a quarter's last month are used: they show whether values of holdings at its end are plausible. */
function priceOf(day: string, cusip: string, text: string): RecordRow | undefined {
  const date = day.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  const price = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  if (!isIsoDate(date) || Number(date.slice(5, 7)) % 3 !== 0 || price <= 0) return undefined;
  const end = quarterEnd(date);
  const known = Number(date.slice(8)) <= 15 ? end : addDays(end, 16);
  const body: FailPrice = { price };
  return { dataset: "fail_price", entity: cusip, date, key: "", known, body, source: "sec" };
}

function recordsOf(bytes: Uint8Array): RecordRow[] {
  // Descriptions contain single bytes of older encodings.
  const [header = "", ...lines] = new TextDecoder("latin1").decode(bytes).split(/\r?\n/);
  if (header.trim() !== HEADER)
    refuseFile(`expected the columns ${HEADER} in ${TITLE}, got ${shown(header)}; the SEC may have changed the format: update the service`, 1);
  const found = new Map<string, RecordRow>();
  const prices = new Map<string, RecordRow>();
  let trailer = false;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (/^Trailer record count/i.test(line)) {
      trailer = true;
      const stated = Number(/(\d+)\s*$/.exec(line)?.[1]);
      if (stated !== i) refuseFile(`expected ${stated} lines, as counted at the end of the list, got ${i}; download it again`, i + 2);
      break;
    }
    const [day = "", cusip = "", symbol = "", ...rest] = line.split("|");
    if (!/^[0-9A-Z]{9}$/.test(cusip) || rest.length < 3)
      refuseFile(`expected a line of six columns with a CUSIP in ${TITLE}, got ${shown(line)}; download it again`, i + 2);
    if (symbol.trim() === "") continue;
    // The last cell is the price. A description may contain the separator.
    const body: Security = { cusip, name: rest.slice(1, -1).join("|").trim() };
    const date = /^[12]\d{7}$/.test(day) ? `${day.slice(0, 4)}-01-01` : FILERS_SINCE;
    const row: RecordRow = { dataset: "security", entity: symbolOf(symbol), date, key: `${cusip} ${body.name}`, known: FILERS_SINCE, body, source: "sec" };
    found.set(`${row.entity} ${date} ${row.key}`, row);
    const priced = priceOf(day, cusip, rest[rest.length - 1] ?? "");
    const before = prices.get(cusip);
    if (priced && (before === undefined || priced.date > before.date)) prices.set(cusip, priced);
  }
  return trailer ? [...found.values(), ...prices.values()] : refuseFile(`the list ends before its count of lines; download it again`);
}
