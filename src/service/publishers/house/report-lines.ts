import { findAmount, isOpen } from "./amount";

/** One trade as it stands in the table, before its cells are parsed. */
export interface DraftedTrade {
  /** The number of its first line in the file. */
  readonly line: number;
  /** Its lines up to the filing status. */
  text: string;
  /** P, S or E in the file's own case; undefined if the line has no type, or not two dates. */
  readonly type: string | undefined;
  partial: boolean;
  readonly traded: string;
  readonly notified: string;
  /** The lines of the wrapped asset. */
  readonly asset: string[];
  amount: string;
  status: string | undefined;
  sub_holding: string | null;
}

/** The table of a report: its trades, and its lines without heads and check boxes. */
export interface DraftedTable {
  readonly trades: readonly DraftedTrade[];
  readonly lines: readonly string[];
}

const DATE = String.raw`\d{1,2}\/\d{1,2}\/\d{2,4}`;
const A_DATE = new RegExp(DATE);
/** Asset, type, trade date, notification date, and the amount or its start. */
const TRADE = new RegExp(
  String.raw`^(.*?)(?:\s|(?<=[\])]))([PSE])(?:\s*\((partial|full)\))?\s+(\d{1,2}\/\d{1,2}\/\d{4})\s*(\d{1,2}\/\d{1,2}\/\d{4})(?:\s+(\S.*))?\s*$`,
  "i",
);
/** Two dates, or a date and an amount: a trade, whatever precedes them. */
const LIKE_A_TRADE = new RegExp(String.raw`(?:^|\s)${DATE}\s*(?:${DATE}|\$|Over\b|Spouse|None\b|Unascertainable)`, "i");
/** The labels under a trade are in small capitals, of which the text layer often keeps only the first letters. */
const LABEL = /^\s*(F\s+S|Filing Status|S\s+O|Subholding Of|D|Description|C|Comments?|L|Location)\s*:\s*(.*)$/i;
const FIRST_HEAD = /Owner\s+Asset\s+Transaction/i;
/** The table's head is repeated on each page, even within a trade. */
const PAGE_HEAD =
  /^\s*(ID\s+Owner\s+Asset|Owner\s+Asset\s+Transaction|Type\s+Date\s+Gains|Type\s+Date\s*$|(?:Cap\.\s*)?Gains\s*>|\$200\?|Filing ID #|Clerk of the House|\* For the complete list of asset)/i;
const END = /^\s*(I CERTIFY that|Digitally Signed)/i;
/** Check boxes: the letters by which their font writes them, or glyphs. */
const BOX = /(?<![A-Za-z])(?:gfedcb?|nmlkji?)(?![A-Za-z])|[\u2610-\u2612\u25A0\u25A1\u2713\u2714\u2717\u2718\uF000-\uF0FF]/g;
/** What may follow an amount: the rest of the asset, or the word of a check box. */
const BEHIND = /^(?:(\([^()]*\)\s*)?(\[[^\]]*\])?|Yes|No|X)$/i;

/** One line by what it is. A label's value is the text behind its colon. */
interface Token {
  readonly kind: "trade" | "status" | "holding" | "comment" | "end" | "other";
  readonly text: string;
  readonly value: string;
  readonly line: number;
}

const labelKind = (label: string): Token["kind"] => (/^F/i.test(label) ? "status" : /^S/i.test(label) ? "holding" : "comment");

function tokensOf(lines: readonly string[]): Token[] {
  const head = lines.findIndex((line) => FIRST_HEAD.test(line));
  return lines.flatMap((raw, i): Token[] => {
    const text = raw.replace(BOX, " ").replace(/[–—−]/g, "-");
    if (i < head || text.trim() === "" || PAGE_HEAD.test(text)) return [];
    const [, label, value = ""] = LABEL.exec(text) ?? [];
    const other = END.test(text) ? "end" : TRADE.test(text) || LIKE_A_TRADE.test(text) ? "trade" : "other";
    return [{ kind: label === undefined ? other : labelKind(label), text, value: value.trim(), line: i + 1 }];
  });
}

/** True if this line has a filing status under it before the next one that looks like a trade. In a comment, only a quoted trade has none. */
const hasStatus = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(at + 1).find(({ kind }) => kind === "trade" || kind === "end" || kind === "status")?.kind === "status";

const UNREAD = { type: undefined, partial: false, traded: "", notified: "", amount: "", status: undefined, sub_holding: null } as const;

function drafted({ text, line }: Token): DraftedTrade {
  const [whole, asset = "", type, partial, traded = "", notified = "", behind = ""] = TRADE.exec(text) ?? [];
  // The asset is named in the message, so that a person finds the line.
  if (whole === undefined) return { ...UNREAD, line, text, asset: [text.slice(0, text.search(A_DATE)).replace(/\s[A-Za-z]{1,2}\s*$/, "")] };
  const found = findAmount(behind);
  const isRest = found !== undefined && BEHIND.test(found.rest);
  return {
    ...UNREAD,
    ...{ line, text, type, traded, notified },
    partial: partial?.toLowerCase() === "partial",
    asset: [asset.trim(), isRest && /^[([]/.test(found.rest) ? found.rest : ""],
    amount: isRest ? found.amount : behind,
  };
}

/** Takes the rest of the amount out of a line, and returns the line without it. */
function takeAmount(trade: DraftedTrade, text: string): string {
  const found = isOpen(trade.amount) ? findAmount(text) : undefined;
  if (!found) return text;
  trade.amount = `${trade.amount} ${found.amount}`.trim();
  return found.rest;
}

/** Adds a continuation line to a trade: the rest of the amount, `(partial)` of the type, and the rest of the asset. */
function continueTrade(trade: DraftedTrade, text: string): void {
  const rest = takeAmount(trade, text);
  const [, before = rest, partial] = /^(.*?)\s*\((partial|full)\)\s*$/i.exec(rest) ?? [];
  if (partial?.toLowerCase() === "partial") trade.partial = true;
  trade.text = `${trade.text} ${text}`;
  trade.asset.push(before.trim());
}

/**
 * Reads the table of a report, line by line: trades, their wrapped cells and their labels. A trade that a comment quotes is none. A filing status without a trade
 * above it makes a trade without type, so that its line is not lost.
 */
export function draftTable(lines: readonly string[]): DraftedTable {
  const tokens = tokensOf(lines);
  const trades: DraftedTrade[] = [];
  const read: string[] = [];
  let isCommented = false;
  let unread: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const { kind, text } = token;
    const last = trades[trades.length - 1];
    const isOver = last === undefined || last.status !== undefined;
    if (kind === "other" && isOver) unread.push(token);
    else if (kind !== "end") read.push(text);
    switch (kind) {
      case "other":
        if (!isOver) continueTrade(last, text);
        continue;
      case "trade":
        if (isCommented && isOver && !hasStatus(tokens, at)) continue;
        if (last) last.status ??= "";
        trades.push(drafted(token));
        isCommented = false;
        break;
      case "comment":
        isCommented = true;
        break;
      case "holding":
        if (last) last.sub_holding = (isCommented ? token.value : takeAmount(last, token.value)).trim() || null;
        break;
      case "status":
        if (!isOver) last.status = takeAmount(last, token.value);
        else {
          const whole = unread.map((t) => t.text).join(" ");
          trades.push({ ...UNREAD, line: (unread[0] ?? token).line, text: whole, asset: [whole], status: token.value });
          isCommented = false;
        }
        break;
      case "end":
        if (last) last.status ??= "";
    }
    unread = [];
  }
  return { trades, lines: read };
}
