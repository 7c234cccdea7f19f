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
export function fromProspectus(pages: string): string {
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
export function offeredShares(prospectus: string): number | undefined {
  const cover = coverOf(prospectus);
  const most = Math.max(inHeading(cover) ?? 0, inSentences(cover));
  return most === 0 ? undefined : most;
}
