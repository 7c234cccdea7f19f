import { shown } from "../../../contract/arguments";
import type { DisclosedTrade } from "../../records/congress-trade";
import type { RecordRow } from "../../records/record";
import { readUsDate } from "../reading/cells";
import type { Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { textOf } from "../reading/text-of";

const TITLE = "a periodic transaction report of the House";
const CONVERT = "convert it with pdftotext -layout FILE.pdf FILE.txt and import the text; a scanned report has no text and cannot be imported";

/** The symbol and the asset type at the end of an asset's name, `Apple Inc. - Common Stock (AAPL) [ST]`; null if missing. */
function symbolIn(asset: string): { readonly symbol: string | null; readonly asset_type: string | null } {
  const type = /\[([A-Z0-9]{2,3})\]/.exec(asset);
  const before = type ? asset.slice(0, type.index) : asset;
  const symbol = /\(([A-Z][A-Z0-9]{0,6}(?:[./-][A-Z]{1,2})?)\)\s*$/.exec(before)?.[1];
  return { symbol: symbol?.replace(/[/-]/g, ".") ?? null, asset_type: type?.[1] ?? null };
}

/** Asset, type, trade date, notification date, and the start of the amount. */
const TRADE = /^(.*?)\s(P|S \(partial\)|S|E)\s+(\d{2}\/\d{2}\/\d{4})\s+(\d{2}\/\d{2}\/\d{4})\s+(\S.*)$/;
/** Two dates and an amount: a trade, whatever precedes them. */
const LIKE_A_TRADE = /\s\d{2}\/\d{2}\/\d{4}\s+\d{2}\/\d{2}\/\d{4}\s+(\$|Over|Spouse)/;
/** The columns in the order in which the lines are read. */
const COLUMNS = /Owner\s+Asset\s+Transaction\s+Date\s+Notification\s+Amount/;
/** The form's ranges in US dollars. */
const RANGES: ReadonlyMap<number, number> = new Map([
  [1, 1_000], [1_001, 15_000], [15_001, 50_000], [50_001, 100_000], [100_001, 250_000], [250_001, 500_000], [500_001, 1_000_000], [1_000_001, 5_000_000],
  [5_000_001, 25_000_000], [25_000_001, 50_000_000],
]); // prettier-ignore
/** The labels under a trade are in small capitals, of which the text layer often keeps only the first letters. */
const STATUS = /^\s*(?:F\s+S|Filing Status)\s*:\s*(.*)$/i;
const SUB_HOLDING = /^\s*(?:S\s+O|Subholding Of)\s*:\s*(.*)$/i;
/** The table's head is repeated on each page, even within a trade. */
const PAGE_HEAD = /^\s*(ID\s+Owner\s+Asset|Type\s+Date\s+Gains|Type\s+Date\s*$|Gains >|\$200\?|Filing ID #)/;
const END = /^\s*\* For the complete list of asset type/;
const OWNERS = ["SP", "DC", "JT"];
const STATUSES = ["New", "Amended", "Deleted"];

interface Drafted {
  readonly line: number;
  readonly type: DisclosedTrade["type"];
  readonly traded: string;
  readonly notified: string;
  /** The lines of the wrapped columns. */
  readonly asset: string[];
  readonly amount: string[];
  status: string | undefined;
  sub_holding: string | null;
}

/** Adds a continuation line to a trade: the rest of the amount, `(partial)` of the type, and the rest of the asset. */
function withContinuation(draft: Drafted, text: string): Drafted {
  const [, rest = "", amount = ""] = /^(.*?)\s*((?:-\s*)?\$[\d,.]+)?\s*$/.exec(text) ?? [];
  const partial = /^(.*?)\s*\(partial\)\s*$/i.exec(rest);
  draft.asset.push((partial ? (partial[1] ?? "") : rest).trim());
  if (amount !== "") draft.amount.push(amount);
  return partial && draft.type === "S" ? { ...draft, type: "S (partial)" } : draft;
}

function tradesIn(lines: readonly string[]): Drafted[] {
  const found: Drafted[] = [];
  for (const [i, text] of lines.entries()) {
    if (END.test(text)) break;
    if (text.trim() === "" || PAGE_HEAD.test(text)) continue;
    const m = TRADE.exec(text);
    const last = found[found.length - 1];
    if (m) {
      const [, asset = "", type = "", traded = "", notified = "", amount = ""] = m;
      if (last && last.status === undefined)
        throw new RefusedFile(
          "expected a filing status under each trade, got none: the text has another layout; convert it again with pdftotext -layout",
          last.line,
        );
      found.push({
        line: i + 1,
        type: type as DisclosedTrade["type"],
        traded,
        notified,
        asset: [asset.trim()],
        amount: [amount],
        status: undefined,
        sub_holding: null,
      });
    } else if (LIKE_A_TRADE.test(text)) {
      throw new RefusedFile(
        `expected a trade of type P, S, S (partial) or E, got ${shown(text.trim().replace(/\s+/g, " "))}: the text has another layout; convert it again with pdftotext -layout`,
        i + 1,
      );
    } else if (last) {
      const status = STATUS.exec(text);
      const holder = SUB_HOLDING.exec(text);
      if (status) last.status = status[1]?.trim() ?? "";
      else if (holder) last.sub_holding = holder[1]?.trim() ?? null;
      // Lines before the status belong to the trade; lines after it are descriptions and comments.
      else if (last.status === undefined) found[found.length - 1] = withContinuation(last, text);
    }
  }
  return found;
}

/** Parses the range as filed: `$1,001 - $15,000`, possibly over two lines, or `Over $50,000,000`. */
function rangeOf(text: string, line: number): readonly [low: number, high: number | null] {
  const dollars = (part = ""): number => Number(part.replaceAll(",", ""));
  const range = /^\$([\d,]+) - \$([\d,]+)$/.exec(text);
  const over = /^(?:Spouse\/DC )?Over \$([\d,]+)$/i.exec(text);
  if (over) return [dollars(over[1]) + 1, null];
  if (range && RANGES.get(dollars(range[1])) === dollars(range[2])) return [dollars(range[1]), dollars(range[2])];
  throw new RefusedFile(
    `expected an amount such as $1,001 - $15,000, which is one of the form's ranges, got ${shown(text)}: the text has another layout, or the form a new range; convert it again with pdftotext -layout, or update the service`,
    line,
  );
}

interface Filing {
  readonly document: string;
  readonly member: string;
  readonly state_district: string | null;
  readonly filed: string;
}

function recordOf(draft: Drafted, index: number, { filed, ...filing }: Filing): RecordRow {
  const { line, type, sub_holding, status = "" } = draft;
  if (!STATUSES.includes(status))
    throw new RefusedFile(
      `expected a filing status (${STATUSES.join(", ")}), got ${shown(status)}: the text has another layout; convert it again with pdftotext -layout`,
      line,
    );
  const text = draft.asset.filter(Boolean).join(" ").replace(/\s+/g, " ");
  const owner = OWNERS.find((o) => text.startsWith(`${o} `)) ?? null;
  const asset = owner ? text.slice(owner.length + 1) : text;
  const { symbol, asset_type } = symbolIn(asset);
  const [amount_low, amount_high] = rangeOf(draft.amount.join(" ").replace(/\s+/g, " ").trim(), line);
  const notification_date = readUsDate(draft.notified, line);
  const traded = readUsDate(draft.traded, line);
  if (traded > filed)
    throw new RefusedFile(`expected a trade from before the signature of ${filed}, got ${traded}: day and month may have been swapped; convert it again`, line);
  const body: DisclosedTrade = { ...filing, owner, sub_holding, asset, asset_type, type, notification_date, amount_low, amount_high, filing_status: status };
  // Equal trades are separate trades: their position in the filing distinguishes them.
  const key = `${filing.document}/${String(index + 1).padStart(4, "0")}`;
  return { dataset: "congress_trade", entity: symbol ?? "", date: traded, key, known: filed, body, source: "house" };
}

function filingOf(text: string): Filing {
  const document = /Filing ID #(\d+)/.exec(text)?.[1];
  const member = /^\s*Name:\s*(\S.*?)\s*$/m.exec(text)?.[1];
  const signed = /Digitally Signed:[^\n]*?(\d{2}\/\d{2}\/\d{4})/.exec(text)?.[1];
  if (document === undefined || member === undefined) throw new RefusedFile(`the number of the filing or the member's name is missing; ${CONVERT}`);
  if (signed === undefined) throw new RefusedFile("the day of the signature is missing: the text seems to be cut; convert it again");
  return { document, member, state_district: /^\s*State\/District:\s*(\S+)/m.exec(text)?.[1] ?? null, filed: readUsDate(signed, 1) };
}

/**
 * The trades of one filing of a member, from its text layer (pdftotext -layout). The amount is a range in US dollars. The amount and the asset's name wrap to
 * the next line, even across pages. A trade is known from its filing day. Source: Clerk of the House, financial disclosures.
 */
export const transactionReport: Feed = {
  id: "house.transaction-report",
  title: TITLE,
  looksLike: "Filing ID #20026590 … Clerk of the House of Representatives (text), or %PDF",
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 2_000);
    return head.startsWith("%PDF") || (/Filing ID #\d+/.test(head) && /Clerk of the House of Representatives/.test(head));
  },
  parse: ({ bytes }) => {
    if (headOf(bytes, 8).startsWith("%PDF")) throw new RefusedFile(`this is a PDF, which this service does not read; ${CONVERT}`);
    const text = textOf(bytes).replace(/\f/g, "\n");
    const filing = filingOf(text);
    if (!COLUMNS.test(text))
      throw new RefusedFile(`expected the columns Owner, Asset, Transaction Type, Date, Notification Date and Amount, got none; ${CONVERT}`);
    const drafts = tradesIn(text.split(/\r?\n/));
    if (drafts.length === 0) throw new RefusedFile(`there is no trade in this text: it may be a scanned report, or text without its layout; ${CONVERT}`);
    return { title: `${TITLE}, ${filing.member}`, rows: [], records: drafts.map((draft, i) => recordOf(draft, i, filing)) };
  },
};
