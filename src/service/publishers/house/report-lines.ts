/** The form's ranges in US dollars: lower and upper end. Paper forms write the lowest one as $1,000 - $15,000. */
const RANGES: ReadonlyMap<number, number> = new Map([
  [1, 1_000], [1_000, 15_000], [1_001, 15_000], [15_001, 50_000], [50_001, 100_000], [100_001, 250_000], [250_001, 500_000], [500_001, 1_000_000],
  [1_000_001, 5_000_000], [5_000_001, 25_000_000], [25_000_001, 50_000_000],
]); // prettier-ignore

const DOLLARS = String.raw`\$\s?[\d,]+(?:\.\d{1,2})?`;
/** A whole amount, or the beginning of one that goes on elsewhere: `$15,001 -`, `Spouse/DC Over`. */
const AMOUNT = new RegExp(String.raw`(?:-\s*)?(?:(?:(?:Spouse\/DC\s+)?Over\b(?:\s+${DOLLARS})?)|${DOLLARS}(?:\s*-(?:\s*\$?\s?[\d,]+)?)?)`, "i");

const dollars = (text = ""): number => Number(text.replaceAll(",", ""));

/** Finds the first amount in a line, whole or in part, as it stands there, and the text around it. */
function findAmount(text: string) {
  const found = AMOUNT.exec(text);
  if (!found) return undefined;
  return { amount: found[0].replace(/\s+/g, " "), rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim() };
}

/** True if the amount goes on in another line: it is missing, ends with a dash, a comma or Over, or is only the lower end of a range. */
const isOpenRange = (amount: string): boolean => /^$|[-,]$|Over$/i.test(amount) || isLowerEnd(amount);

/** True for the lower end of a range without its dash. $1 and $1,000 are also exact amounts. */
const isLowerEnd = (amount: string): boolean => /^\$[\d,]+$/.test(amount) && dollars(amount.slice(1)) > 1_000 && RANGES.has(dollars(amount.slice(1)));

/**
 * Parses an amount as filed, in US dollars: a range of the form, the lower end of one (the form has one range from there), `Over $50,000,000` with null as
 * upper end, or an exact amount, which is both ends. Undefined for anything else: a range that the form does not have is of two trades.
 */
export function readAmount(text: string): readonly [low: number, high: number | null] | undefined {
  const plain = text.replace(/\s+/g, " ").replace(/\$ /g, "$").trim();
  const over = /^(?:Spouse\/DC )?Over \$([\d,]+)$/i.exec(plain);
  if (over) return [dollars(over[1]) + 1, null];
  const range = /^\$([\d,]+)(?:(?: ?-)+ ?(?:\$?([\d,]+))?| \$([\d,]+))$/.exec(plain);
  if (range) {
    const low = dollars(range[1]);
    const high = RANGES.get(low);
    const stated = range[2] ?? range[3];
    return high !== undefined && (stated === undefined || dollars(stated) === high) ? [low, high] : undefined;
  }
  const exact = /^\$([\d,]+(?:\.\d{1,2})?)$/.exec(plain);
  return exact && !isLowerEnd(plain) ? [dollars(exact[1]), dollars(exact[1])] : undefined;
}

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

const DATE = String.raw`\d{1,2}\/\d{1,2}\/\d{2,4}`;
const A_DATE = new RegExp(DATE);
const DATES = new RegExp(DATE, "g");
/** Asset, type, trade date, notification date, and the amount or its start. Without columns, the asset is in the lines above. */
const TRADE = new RegExp(
  String.raw`^(.*?)(?:^|\s|(?<=[\])]))([PSE])(?:\s*\((partial|full)\))?\s+(\d{1,2}\/\d{1,2}\/\d{4})\s*(\d{1,2}\/\d{1,2}\/\d{4})(?:\s+(\S.*))?\s*$`,
  "i",
);
/** Two dates, or a date and an amount: a trade, whatever precedes them. */
const LIKE_A_TRADE = new RegExp(String.raw`(?:^|\s)${DATE}\s*(?:${DATE}|\$|Over\b|Spouse|None\b|Unascertainable)`, "i");
/** The labels under a trade are in small capitals, of which the text layer often keeps only the first letters. */
const LABEL = /^\s*(F\s+S|Filing Status|S\s+O|Subholding Of|D|Description|C|Comments?|L|Location)\s*:\s*(.*)$/i;
const FIRST_HEAD = /Owner\s+Asset\s+Transaction/i;
/** The table's head is repeated on each page, even within a trade. */
const PAGE_HEAD =
  /^\s*(ID\s+Owner\s+Asset|Owner\s+Asset\s+Transaction|Type\s+Date\s+Gains|(?:Type|Date|Type\s+Date|(?:Date\s+)?Notification|Amount|(?:Amount\s+)?Cap\.)\s*$|(?:Cap\.\s*)?Gains\s*>|\$200\?|Filing ID #|Clerk of the House|\* For the complete list of asset)/i;
const END = /^\s*(I CERTIFY that|Digitally Signed)/i;
/** Check boxes: the letters by which their fonts write them, or glyphs. A glyph without a letter is a number: `(cid:3)`. */
const BOX = /(?<![A-Za-z])(?:gfedcb?|nmlkji?|þ|¨)(?![A-Za-z])|\(cid:\d+\)|\uFE0F|[\u2610-\u2612\u25A0\u25A1\u2713\u2714\u2717\u2718\uF000-\uF0FF]/g;
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
    const text = raw.replace(BOX, " ").replace(/[‐-―−\u00AD]/g, "-");
    if (i < head || text.trim() === "" || PAGE_HEAD.test(text)) return [];
    const [, label, value = ""] = LABEL.exec(text) ?? [];
    const other = END.test(text) ? "end" : TRADE.test(text) || LIKE_A_TRADE.test(text) ? "trade" : "other";
    return [{ kind: label === undefined ? other : labelKind(label), text, value: value.trim(), line: i + 1 }];
  });
}

/** True if this line has a filing status under it before the next one that looks like a trade. In a comment, only a quoted trade has none. */
function hasStatus(tokens: readonly Token[], at: number): boolean {
  for (let i = at + 1; i < tokens.length; i++) {
    const kind = tokens[i]?.kind;
    if (kind === "status") return true;
    if (kind === "trade" || kind === "end") return false;
  }
  return false;
}

/** The type of a trade alone in its line, and its two dates in another one: a text without columns. */
const TYPE_ALONE = /^\s*[PSE](?:\s*\((?:partial|full)\))?\s*$/i;
const DATES_ALONE = new RegExp(String.raw`^\s*${DATE}\s*${DATE}\s*$`);

/** Puts the type and the dates of a trade into one line. */
function withTypes(lines: readonly string[]): string[] {
  const joined = [...lines];
  let type: number | undefined;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (type !== undefined && DATES_ALONE.test(line)) [joined[type], joined[i]] = ["", `${joined[type]} ${line.trim()}`];
    type = TYPE_ALONE.test(line) ? i : undefined;
  }
  return joined;
}

const OWNER_ABOVE = /^\s*(?:SP|DC|JT)(?:\s|$)/i;

/** The asset in the lines above a trade: from its owner on, if it is named, because the lines of a comment may precede it. */
function assetAbove(above: readonly Token[]): string[] {
  const from = above.findLastIndex(({ text }) => OWNER_ABOVE.test(text));
  return above.slice(Math.max(0, from)).map(({ text }) => text.trim());
}

const UNREAD = { type: undefined, partial: false, traded: "", notified: "", amount: "", status: undefined, sub_holding: null } as const;

/** A trade without columns has its asset in the lines above. */
function withAsset({ text }: Token, above: readonly Token[]): string {
  const [, asset = text.slice(0, text.search(A_DATE))] = TRADE.exec(text) ?? [];
  return asset.trim() === "" ? [...assetAbove(above), text.trim()].join(" ") : text;
}

function drafted(token: Token, above: readonly Token[]): DraftedTrade {
  const { line } = token;
  const text = withAsset(token, above);
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
  const [digits, thousands] = trade.amount.endsWith(",") ? (/(?:^|\s)(\d{3}(?:,\d{3})*)\s*$/.exec(text) ?? []) : [];
  if (digits !== undefined) {
    trade.amount += thousands;
    return text.slice(0, -digits.length);
  }
  const found = isOpenRange(trade.amount) ? findAmount(text) : undefined;
  if (!found) return text;
  trade.amount = `${trade.amount} ${found.amount}`.trim();
  return found.rest;
}

/** True for a line with the day of a bond in its wrapped name, and the upper end of the amount: `due 11/15/2034   $500,000`. */
function isWrapped(trade: DraftedTrade, text: string): boolean {
  const found = isOpenRange(trade.amount) && trade.amount !== "" ? findAmount(text) : undefined;
  if (!found || TRADE.test(text) || (text.match(DATES) ?? []).length !== 1) return false;
  const amount = readAmount(`${trade.amount} ${found.amount}`);
  return amount !== undefined && amount[0] !== amount[1];
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
 * above it makes a trade without type, so that its line is not lost. `lines` has those of the table without heads and check boxes.
 */
export function draftTable(lines: readonly string[]) {
  const tokens = tokensOf(withTypes(lines));
  const trades: DraftedTrade[] = [];
  const read: string[] = [];
  let isCommented = false;
  let unread: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const { text } = token;
    const last = trades[trades.length - 1];
    const isOver = last === undefined || last.status !== undefined;
    const kind = token.kind === "trade" && !isOver && isWrapped(last, text) ? "other" : token.kind;
    if (kind === "other" && isOver) unread.push(token);
    else if (kind !== "end") read.push(text);
    switch (kind) {
      case "other":
        if (!isOver) continueTrade(last, text);
        continue;
      case "trade":
        if (isCommented && isOver && !hasStatus(tokens, at)) continue;
        if (last) last.status ??= "";
        trades.push(drafted(token, unread));
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
