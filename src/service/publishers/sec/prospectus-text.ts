import { isIsoDate, type IsoDate } from "../../../contract/dates";
const COUNT = String.raw`(\d{1,3}(?:,\d{3})+)`;
/** What is offered: shares of any class, depositary shares, units. */
const TITLE = String.raw`(?:(?:Class [A-Z]|Series [A-Z]|common|ordinary|American|depositary|subordinate|voting|non-voting|preferred|limited|partnership) )*(?:shares|ADSs|units)\b`;
const HEADING = new RegExp(String.raw`\b${COUNT} ${TITLE}(?![^.$\d]{0,45}\b(?:additional|issuable|outstanding|underlying|reserved)\b)`, "gi");
/** Words of the same sentence before a count that is not offered to the public: the over-allotment, a total, the shares of a warrant. */
const NOT_OFFERED =
  /\b(?:additional|option|over-?allotments?|outstanding|issuable|authorized|warrants?|representing|represents|reserved|includes?|including)\b[^.]{0,80}$/i;
const OFFERING = new RegExp(
  String.raw`\b(?:is|are) (?:offering|selling) (?:for sale )?(?:up to )?(?:an additional |an aggregate of )?${COUNT} (?:additional )?${TITLE}`,
  "gi",
);
const SELLER = /\bselling (?:stock|share|unit|security|securities) ?holders?\b[^.]{0,160}$/i;

/** The sentences before the prospectus: the end of the registrant's declaration, or the legend of a preliminary prospectus. */
const BEFORE_PROSPECTUS =
  /Section 8\(a\),? (?:of [\w ]{3,40},? )?may determine\.?|SUBJECT TO COMPLETION|The information in this (?:preliminary )?prospectus is not complete/gi;
const FEE_TABLE = /CALCULATION OF REGISTRATION FEE/i;
const TITLE_OF_PROSPECTUS = /\bPROSPECTUS\b|\bProspectus(?= (?:\d|Shares|Units|Class|Common|American|Issued|Subject|dated))/g;
const END = /The date of this prospectus|Prospectus dated|TABLE OF CONTENTS/gi;
/** The first page has links to the contents, too. */
const LEAST_COVER = 400;

/**
 * The first pages from the cover of the prospectus on. A registration statement has a page before it, on which a table counts the over-allotment with the shares.
 * Empty if only that table is found.
 */
function fromProspectus(pages: string): string {
  const [first] = pages.matchAll(BEFORE_PROSPECTUS);
  if (first) return pages.slice(first.index + first[0].length);
  const table = FEE_TABLE.exec(pages);
  if (!table) return pages;
  const behind = pages.slice(table.index);
  const [title] = behind.matchAll(TITLE_OF_PROSPECTUS);
  return title ? behind.slice(title.index) : "";
}

function coverOf(prospectus: string): string {
  for (const { index } of prospectus.matchAll(END)) if (index >= LEAST_COVER) return prospectus.slice(0, index);
  return prospectus;
}

const numberOf = (text = ""): number => Number(text.replaceAll(",", ""));

/** The shares in the heading: the first count that is offered. */
function inHeading(cover: string): number | undefined {
  for (const found of cover.matchAll(HEADING)) if (!NOT_OFFERED.test(cover.slice(Math.max(0, found.index - 100), found.index))) return numberOf(found[1]);
  return undefined;
}

/** The shares that the company and the selling holders offer, as sentences say; 0 if none does. */
function inSentences(cover: string): number {
  const offered = new Map<boolean, number>();
  let before = 0;
  for (const found of cover.matchAll(OFFERING)) {
    const isSeller = SELLER.test(cover.slice(before, found.index));
    if (!offered.has(isSeller)) offered.set(isSeller, numberOf(found[1]));
    before = found.index + found[0].length;
  }
  return [...offered.values()].reduce((sum, n) => sum + n, 0);
}

/**
 * The number of shares, depositary shares or units that a prospectus offers on its cover, of the company and of selling holders, without the over-allotment. The
 * heading has all of them; if it lists those of the company alone, the sentences have more. Undefined if the cover leaves it blank.
 */
function offeredShares(prospectus: string): number | undefined {
  const cover = coverOf(prospectus);
  const most = Math.max(inHeading(cover) ?? 0, inSentences(cover));
  return most === 0 ? undefined : most;
}

/** Extracts running text from a prospectus, in HTML or plain text. */
export function runningText(document: string): string {
  const text = /<(html|body|div|p|font|table)\b/i.test(document)
    ? document
        .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, " ")
        .replace(/<[^>]*>/g, " ")
        .replace(/&nbsp;|&#160;|&#xa0;/gi, " ")
        .replace(/&amp;/gi, "&")
        .replace(/&(ldquo|rdquo|quot|#8220|#8221|#147|#148);/gi, '"')
        .replace(/&(lsquo|rsquo|#8216|#8217|#146);/gi, "'")
        .replace(/&#?\w+;/g, " ")
    : document;
  return text.replace(/\s+/g, " ").trim();
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const WRITTEN = new RegExp(`(${MONTHS.join("|")}) (\\d{1,2}), (\\d{4})`, "g");

function isoOf([, month = "", day = "", year = ""]: readonly (string | undefined)[]): IsoDate | undefined {
  const iso = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isIsoDate(iso) ? iso : undefined;
}

/** The filing day on the cover of a registration statement. */
export const filedOn = (cover: string): IsoDate | undefined =>
  isoOf(new RegExp(`filed with the Securities and Exchange Commission on ${WRITTEN.source}`, "i").exec(cover) ?? []);

/** The prospectus's own date. Dates of delivery and the like are skipped. */
export function datedOn(cover: string): IsoDate | undefined {
  for (const match of cover.matchAll(WRITTEN)) {
    const before = cover.slice(Math.max(0, match.index - 40), match.index);
    if (!/(on or about|until|through|as of|ended|before|after|since)\s+$/i.test(before)) return isoOf(match);
  }
  return undefined;
}

const dollars = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text.replaceAll(",", "")));
const PER = "per (?:(?:Class [A-Z]|common|ordinary|American|depositary|subordinate|voting) )*(?:share|ADS|unit)";

const RANGE = String.raw`(?:between|from|range of) \$\s?([\d,.]*\d) (?:and|to) \$\s?([\d,.]*\d)`;

const EXCHANGES =
  "Nasdaq Global Select Market|Nasdaq Global Market|Nasdaq Capital Market|Nasdaq Stock Market|New York Stock Exchange|NYSE American|NYSE Arca|NYSE|Nasdaq|Cboe BZX Exchange";

/**
 * Reads the first pages. Only the "public offering price" is a price; a range never is, and the overallotment does not count as shares. Undefined is not stated,
 * such as the blanks of a first filing.
 */
export function readCover(pages: string) {
  const prospectus = fromProspectus(pages);
  const first = (pattern: RegExp, text = pages): string | undefined => pattern.exec(text)?.[1];
  const range = new RegExp(`${RANGE} ${PER}`, "i").exec(prospectus) ?? new RegExp(`public offering price ${PER} [^.$]{0,60}?${RANGE}`, "i").exec(prospectus);
  const price =
    first(
      new RegExp(`public offering price (?:of our [\\w ]{3,40} |of the [\\w ]{3,40} )?(?:is|of|will be) \\$\\s?([\\d,]*\\.?\\d+) ${PER}`, "i"),
      prospectus,
    ) ??
    first(new RegExp(`public offering price ${PER} (?:of our [\\w ]{3,40} |of the [\\w ]{3,40} )?(?:is|will be) \\$\\s?([\\d,]*\\.?\\d+)`, "i"), prospectus) ??
    first(/public offering price \$ ?([\d,]*\.?\d+) \$ ?[\d,]{6,}/i, prospectus);
  const exchange = first(new RegExp(`(?:list|quot|trad)\\w*[^.]{0,160}? on (?:the |The )?(${EXCHANGES})\\b`, "i"));
  return {
    price: range ? undefined : dollars(price),
    priceLow: dollars(range?.[1]),
    priceHigh: dollars(range?.[2]),
    shares: offeredShares(prospectus),
    exchange,
    symbol: first(/under the (?:trading |ticker )?symbol[s]?,? ?["'“‘]? ?([A-Z]{1,6}(?:\.[A-Z])?)\b/i)?.toUpperCase(),
    company:
      first(/([^()]{3,200}) \((?:Exact|exact) name of (?:registrant|Registrant)/)?.replace(/^.*(?:\bSTATEMENT|\b1933|\bProspectus)\s+/i, "") ??
      first(
        /public offering of (?:[\w ]{3,60}) (?:by|of) ([A-Z][\w&,' -]*?(?:Inc\.|Corp\.|Ltd\.|Corporation|Incorporated|Limited|plc|PLC|N\.V\.|S\.A\.|Holdings|Group|LLC|Company))/,
      ),
    // All filings of the offering have the number of the registration statement.
    registration: first(/Registration (?:Statement )?(?:File )?Nos?\.? ?(333-\d{4,7})/i),
  };
}
