import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { fromProspectus, offeredShares } from "./offered-shares";

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

/** Figures on an offering's cover. Undefined is not stated, such as the blanks of a first filing. */
interface Stated {
  readonly price: number | undefined;
  readonly priceLow: number | undefined;
  readonly priceHigh: number | undefined;
  readonly shares: number | undefined;
  readonly exchange: string | undefined;
  readonly symbol: string | undefined;
  readonly company: string | undefined;
  /** The number of the registration statement. All filings of the offering have it. */
  readonly registration: string | undefined;
}

const EXCHANGES =
  "Nasdaq Global Select Market|Nasdaq Global Market|Nasdaq Capital Market|Nasdaq Stock Market|New York Stock Exchange|NYSE American|NYSE Arca|NYSE|Nasdaq|Cboe BZX Exchange";

/** Reads the first pages. Only the "public offering price" is a price; a range never is, and the overallotment does not count as shares. */
export function readCover(pages: string): Stated {
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
    registration: first(/Registration (?:Statement )?(?:File )?Nos?\.? ?(333-\d{4,7})/i),
  };
}
