import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import { leftOutRow, type RecordRow } from "../../records/record";
import { symbolOf } from "../../records/symbols";
import type { Feed } from "../publisher";
import { decodedText, readUsDate, refuseFile } from "../reading/text";
import { headOf } from "../reading/read-json";
import { type DraftedTrade, draftTable, readAmount } from "./report-lines";

/**
 * The capital letters of a report whose text layer has some capitals as small letters, as those of 2015: `(aXP)`, `sP`, `FIlINg sTaTus`. Undefined for a report
 * with ordinary capitals.
 */
type Capitals = ReadonlySet<string> | undefined;

const OWNERS = ["SP", "DC", "JT"];
const SYMBOL = /^[A-Z][A-Z0-9]{0,6}(?:[./-][A-Z]{1,2})?$/;
/** A class behind a space: `BRK B`, but not `CL A`. */
const SPACED = /^(?!CL |CLS |SER )([A-Z]{1,4}) ([A-D])$/;
const ANY_CASE = /^[A-Za-z]{1,5}(?:[./-][A-Za-z]{1,2})?$/;
/** Words in brackets behind a symbol. None of them is a symbol. */
const NOT_A_SYMBOL: ReadonlySet<string> = new Set(["ADR", "ADS", "ETF", "IRA", "LLC"]);

/** True if each small letter of the text may stand for a capital: that capital occurs nowhere in the report. */
const areCapitals = (text: string, capitals: ReadonlySet<string>): boolean => [...text].every((c) => !/[a-z]/.test(c) || !capitals.has(c.toUpperCase()));

/** True for a symbol of which some capitals are small letters. In any report: no word has a small letter before two capitals. */
const isSmall = (text: string, capitals: Capitals): boolean =>
  ANY_CASE.test(text) && (/[a-z].*[A-Z].*[A-Z]/.test(text) || (capitals !== undefined && (/[a-z].*[A-Z]/.test(text) || areCapitals(text, capitals))));

/** The symbol in a bracket, `AAPL` or `NYSE: IBM`, with a point before the share class. */
function symbolFrom(bracket: string, capitals: Capitals): string | undefined {
  const text = bracket
    .replace(/^[A-Za-z ]+:/, "")
    .trim()
    .replace(SPACED, "$1.$2");
  const symbol = isSmall(text, capitals) ? text.toUpperCase() : text;
  return SYMBOL.test(symbol) && !NOT_A_SYMBOL.has(symbol) ? symbolOf(symbol) : undefined;
}

/** The last symbol among the brackets at the end of a text. */
function lastSymbol(text: string, capitals: Capitals): string | undefined {
  let before = text.trimEnd();
  while (before.endsWith(")")) {
    const open = before.lastIndexOf("(");
    const inside = before.slice(open + 1, -1);
    if (open < 0 || inside.includes(")")) return undefined;
    const symbol = symbolFrom(inside, capitals);
    if (symbol !== undefined) return symbol;
    before = before.slice(0, open).trimEnd();
  }
  return undefined;
}

/** What an asset's name says, joined from its lines: `Apple Inc. - Common Stock (AAPL) [ST]`. Null if it does not. Amended trades begin with their number. */
function readAsset(joined: string, capitals: Capitals) {
  const text = joined
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\d{7,} /, "");
  const first = text.slice(0, 3);
  const owner = OWNERS.find((o) => `${o} ` === (capitals ? first.toUpperCase() : first)) ?? null;
  const asset = owner ? text.slice(3) : text;
  const type = (capitals ? /\[([A-Za-z0-9]{2,3})\]/ : /\[([A-Z0-9]{2,3})\]/).exec(asset);
  const [before, behind] = type ? [asset.slice(0, type.index), asset.slice(type.index + type[0].length)] : [asset, ""];
  return { owner, asset, symbol: lastSymbol(before, capitals) ?? lastSymbol(behind, capitals) ?? null, asset_type: type?.[1]?.toUpperCase() ?? null };
}

const TITLE = "a periodic transaction report of the House";
const CONVERT = "convert it with pdftotext -layout FILE.pdf FILE.txt and import the text; a scanned report has no text and cannot be imported";

/** The columns in the order in which the lines are read. */
const COLUMNS = /Owner\s+Asset\s+Transaction\s+(?:Type\s+)?Date\s+Notification\s+(?:Date\s+)?Amount/i;
const STATUSES = ["New", "Amended", "Deleted"];
/** Members report trades since July 2012. An earlier year is mistyped. */
const FIRST_YEAR = 2012;
/** Characters of a line that is left out, for its message. */
const SHOWN = 160;

/** `1/2/2018`, with or without leading zeros. Undefined for a day that does not exist or is before the first reports. */
function dayOf(text: string): IsoDate | undefined {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isIsoDate(date) && Number(year) >= FIRST_YEAR ? date : undefined;
}

/** The capitals of a report in which some are small letters. Its labels show it, its owners or its types. */
function capitalsOf({ trades, lines }: ReturnType<typeof draftTable>): Capitals {
  const isSmall =
    trades.some(({ type }) => type !== undefined && type !== type.toUpperCase()) ||
    lines.some((line) => {
      const label = /^\s*(filing status)\s*:/i.exec(line)?.[1];
      return (label !== undefined && label !== "Filing Status" && label !== label.toUpperCase()) || /^\s*(?:sP|Sp|dC|Dc|jT|Jt)\s{2,}/.test(line);
    });
  return isSmall ? new Set(lines.join("").match(/[A-Z]/g)) : undefined;
}

/** The text with letters for ligatures, and without characters that take no space. Some converters write each small capital that they lack as a zero byte. */
const plain = (text: string): string =>
  text
    .replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize("NFKC"))
    .replace(/[\0\u200B-\u200D\u2060\uFEFF]/g, "")
    .replace(/\f|\r\n?/g, "\n")
    // Longer runs of blanks say nothing more, and take a time that grows with the square of their length.
    .replace(/[^\S\n]{9,}/g, " ".repeat(8));

/** The day and the cells of a trade, or why they cannot be read: what was expected and what came. */
function readTrade(trade: DraftedTrade, filed: IsoDate) {
  if (trade.asset.every((line) => line.trim() === "")) return "expected the name of an asset before the trade";
  const type = trade.type?.toUpperCase();
  if (type !== "P" && type !== "S" && type !== "E") return "expected a type P, S, S (partial) or E, and two dates";
  const status = STATUSES.find((s) => s.toLowerCase() === /^\w*/.exec(trade.status ?? "")?.[0].toLowerCase());
  if (status === undefined) return `expected a filing status (${STATUSES.join(", ")}) under the trade, got ${shown(trade.status ?? "")}`;
  const traded = dayOf(trade.traded);
  if (traded === undefined) return `expected the day of the trade as MM/DD/YYYY, got ${trade.traded}`;
  if (traded > filed) return `expected a trade before the signature of ${filed}, got ${traded}: the year or the day is mistyped`;
  const amount = readAmount(trade.amount);
  if (!amount) return `expected an amount of the form, such as $1,001 - $15,000, or an exact one, got ${shown(trade.amount)}`;
  const [amount_low, amount_high] = amount;
  return {
    traded,
    type: type === "S" && trade.partial ? "S (partial)" : type,
    status,
    notified: dayOf(trade.notified) ?? null,
    amount_low,
    amount_high,
  } as const;
}

function recordOf(trade: DraftedTrade, index: number, { filed, ...filing }: ReturnType<typeof filingOf>, capitals: Capitals): RecordRow {
  const { document } = filing;
  const { symbol, owner, asset, asset_type } = readAsset(trade.asset.filter(Boolean).join(" "), capitals);
  const read = readTrade(trade, filed);
  if (typeof read === "string") {
    const line = trade.text.replace(/\s+/g, " ").trim().slice(0, SHOWN);
    return leftOutRow("house", filed, filed, trade.line, { document, line, why: read, ticker: symbol });
  }
  const { traded, type, notified: notification_date, amount_low, amount_high, status: filing_status } = read;
  const { sub_holding } = trade;
  const body: DisclosedTrade = { ...filing, owner, sub_holding, asset, asset_type, type, notification_date, amount_low, amount_high, filing_status };
  // Equal trades are separate trades: their position in the filing distinguishes them.
  const key = `${document}/${String(index + 1).padStart(4, "0")}`;
  return { dataset: "congress_trade", entity: symbol ?? "", date: traded, key, known: filed, body, source: "house" };
}

/** True if there is a date before the signature. */
const hasDates = (text: string): boolean => /\d\/\d{1,2}\/\d{2,4}/.test(text.slice(0, text.search(/Digitally Signed:/i)));

/** The head of a report. It counts as filed on the day of the signature. */
function filingOf(text: string) {
  const document = /Filing ID #(\d+)/i.exec(text)?.[1];
  const member = /^[^\S\n]*Name:\s*(\S.*)$/im.exec(text)?.[1]?.trim();
  const signed = [...text.matchAll(/Digitally Signed:(.*)/gi)]
    .map(([, behind = ""]) => /\d{2}\/\d{2}\/\d{4}/.exec(behind)?.[0])
    .find((day) => day !== undefined);
  if (document === undefined || member === undefined) refuseFile(`the number of the filing or the member's name is missing; ${CONVERT}`);
  if (signed === undefined) refuseFile("the day of the signature is missing: the text seems to be cut; convert it again");
  return { document, member, state_district: /^[^\S\n]*State\/District:\s*(\S+)/im.exec(text)?.[1] ?? null, filed: readUsDate(signed, 1) };
}

/**
 * The trades of one filing of a member, from its text layer (pdftotext -layout). The amount is a range in US dollars, or exact. The amount and the asset's name
 * wrap to the next line, even across pages. A trade that cannot be read is left out by name. A trade is known from its filing day. Source: Clerk of the House,
 * financial disclosures.
 */
export const transactionReport: Feed = {
  id: "house.transaction-report",
  title: TITLE,
  looksLike: "Filing ID #20026590 … Clerk of the House of Representatives (text), or %PDF",
  recognises: ({ bytes }) => {
    if (headOf(bytes, 8).startsWith("%PDF")) return true;
    // The number of the filing is at the end of the first page in some reports.
    return /Clerk of the House of Representatives/i.test(headOf(bytes, 4_000)) && /Filing ID #\d+/i.test(headOf(bytes, 40_000));
  },
  parse: ({ bytes }) => {
    if (headOf(bytes, 8).startsWith("%PDF")) refuseFile(`this is a PDF, which this service does not read; ${CONVERT}`);
    const text = plain(decodedText(bytes));
    const filing = filingOf(text);
    if (!COLUMNS.test(text)) refuseFile(`expected the columns Owner, Asset, Transaction Type, Date, Notification Date and Amount, got none; ${CONVERT}`);
    const table = draftTable(text.split("\n"));
    // A report without trades has a table without dates.
    if (table.trades.length === 0 && hasDates(text))
      refuseFile(`there are dates in this text, but no trades: its lines are not those of the table; ${CONVERT}`);
    const capitals = capitalsOf(table);
    return { title: `${TITLE}, ${filing.member}`, records: table.trades.map((trade, i) => recordOf(trade, i, filing, capitals)) };
  },
};
