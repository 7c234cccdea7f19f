import { dayOf } from "./submission";
import type { HouseTradeReading } from "./reading";

/** Type, day, day and amount. In the font of 2015 small capitals come out as capitals of the wrong case: `s` for S. */
const TRADE = /^(.*?)(?:^|\s)(P|S \(partial\)|S|E)\s+(\d{1,2}\/\d{1,2}\/\d{4})\s*(\d{1,2}\/\d{1,2}\/\d{4})(.*)$/i;
/** A label below a trade. The text layer often keeps only the large letters: `F      S      : New`. */
const LABEL = /^\s*(F\s*S|S\s*O|D|L|C|filing\s+status|subholding\s+of|description|location|comments?)\s*:\s*(.*)$/i;
/** The head of a page. */
const PAGE_HEAD = /^\s*ID\s+Owner\s+Asset|^\s*(Type\s+Date\s+Gains|Type\s+Date)\b|^\s*Gains\s*>|^\s*\$200\?\s*$|Filing ID #/i;
/** What follows the last trade. */
const END = /^\s*\* For the complete list|^\s*I\s+P\s+O\s*$|initial public offerings|certification and signature|I CERTIFY that|^\s*Yes\s+No\s*$/i;
/** Letters that stand for check boxes, and the boxes themselves. */
const BOXES = /\bgfedcb?\b|[\u2610-\u2612\u25a1\u25a0\u2713\u2714]|\0/g;
const OWNER = /^\s*(?:\d{5,}\s+)?(SP|DC|JT)(?:\s{2,}|\s*$)/i;
const DOLLARS = /\$\s?(\d[\d,]*(?:\.\d{1,2})?)/g;

const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();
const amountsIn = (text: string): number[] => [...text.matchAll(DOLLARS)].map(([, digits = ""]) => Number(digits.replace(/,/g, "")));

interface Block {
  readonly line: number;
  readonly match: RegExpExecArray;
  readonly below: string[];
}

/** In a column of its own, the type has a gap on one side. A comment that quotes a trade has single blanks. */
const COLUMN = /\s{2,}(P|S|S \(partial\)|E)\s+\d|\s(P|S|S \(partial\)|E)\s{2,}\d/i;

/** The trade lines of a report, each with the lines below it. Text about a trade in a comment is none. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let isOver = false;
  let isComment = false;
  lines.forEach((line, i) => {
    isOver ||= blocks.length > 0 && END.test(line);
    if (isOver || PAGE_HEAD.test(line)) return;
    isComment = line.trim() !== "" && (isComment || LABEL.test(line));
    const match = LABEL.test(line) || (isComment && !COLUMN.test(line)) ? null : TRADE.exec(line);
    // The rest of a comment quotes days and amounts too, but has no column for the type.
    if (match && /^\s*(\$|over|spouse|none|unasc|undet|$)/i.test(match[5] ?? "")) {
      isComment = false;
      blocks.push({ line: i + 1, match, below: [] });
    } else blocks[blocks.length - 1]?.below.push(line);
  });
  return blocks;
}

function tradeOf({ line, match, below }: Block, signed: string | undefined): HouseTradeReading | undefined {
  const [, left = "", type = "", traded, notified, right = ""] = match;
  const firstLabel = below.findIndex((text) => LABEL.test(text));
  const wrapped = firstLabel < 0 ? below : below.slice(0, firstLabel);
  const labels = below.slice(wrapped.length).flatMap((text) => {
    const found = LABEL.exec(text);
    return found ? [[found[1]!.replace(/\s/g, "").toUpperCase(), tidy(found[2] ?? "")] as const] : [];
  });
  const labelled = (short: string, long: string): string | undefined => labels.find(([name]) => name === short || name === long)?.[1];

  const isOver = /\bover\b/i.test(right);
  const stated = amountsIn(right);
  // Without labels every line below would be text of the asset, so only a range that is open takes its end from there.
  const isOpen = stated.length === 1 ? /-\s*$/.test(tidy(right)) : stated.length === 0;
  const [low, end] = isOpen ? [...stated, ...amountsIn(wrapped.join(" ")).slice(-1)] : stated;
  // The range below ends with the dollar that "over" names.
  const least = isOver && low !== undefined ? low + 1 : low;
  const high = isOver ? undefined : (end ?? (stated.length === 1 && isOpen ? undefined : low));

  const owner = OWNER.exec(left)?.[1]?.toUpperCase();
  const asset = tidy([left.replace(OWNER, ""), ...wrapped.map((text) => (isOpen ? text.replace(DOLLARS, "") : text))].join(" "));
  const tickers = [...asset.matchAll(/\(([A-Za-z][A-Za-z0-9]{0,5}(?:[./-][A-Za-z]{1,2})?)\)/g)].map(([, ticker = ""]) => ticker.toUpperCase());
  const days = [dayOf(traded), dayOf(notified)] as const;
  if (days[0] === undefined || days[1] === undefined) return undefined;
  return {
    kind: "house trade",
    owner,
    asset,
    ticker: tickers[tickers.length - 1]?.replace(/[/-]/g, "."),
    type: type.length === 1 ? type.toUpperCase() : "S (partial)",
    traded: days[0],
    notified: days[1],
    low: least,
    high,
    status: labelled("FS", "FILINGSTATUS"),
    subHolding: labelled("SO", "SUBHOLDINGOF"),
    signed: dayOf(signed),
    line,
  };
}

/** True for a text that keeps the columns of the table apart, as that of `pdftotext -layout`. */
export const isInColumns = (text: string): boolean => /Owner[^\S\n]+Asset {2,20}/i.test(text);

/** The trades of a House periodic transaction report, from the text that `pdftotext -layout` makes of it. */
export function readHouse(text: string): HouseTradeReading[] {
  if (!/Filing ID #\s*\d/i.test(text)) return [];
  const signed = /Digitally Signed:[^\n]*?(\d{1,2}\/\d{1,2}\/\d{4})/i.exec(text)?.[1];
  const lines = text.split(/\r?\n|\f/).map((line) => line.replace(BOXES, " ").replace(/ {200,}/g, " ".repeat(200)));
  return blocksOf(lines).flatMap((block) => tradeOf(block, signed) ?? []);
}

/** A trade that cannot be right as typed: after the day of its notification, or of the signature, or long before it. */
export const isMistyped = ({ traded, notified, signed }: HouseTradeReading): boolean =>
  traded > notified || (signed !== undefined && (traded > signed || notified > signed)) || Number(traded.slice(0, 4)) < 2008;
