import type { IsoDate } from "../../contract/dates";

/** One disclosed trade of a member of Congress, as filed. The row has the dates of the trade and of the filing. */
export interface DisclosedTrade {
  /** The number of the filing. */
  readonly document: string;
  readonly member: string;
  readonly state_district: string | null;
  /** SP spouse, DC dependent child, JT joint; null for the member. */
  readonly owner: string | null;
  /** The trust or account that owns it, if one is named. */
  readonly sub_holding: string | null;
  readonly asset: string;
  /** The form's abbreviation, such as ST or OP. */
  readonly asset_type: string | null;
  readonly type: "P" | "S" | "S (partial)" | "E";
  /** Null if the filing has a day that cannot be. */
  readonly notification_date: IsoDate | null;
  /** The amount is a range in US dollars, never a midpoint. Both ends are equal for an exact amount. */
  readonly amount_low: number;
  /** Null for a range without an upper bound. */
  readonly amount_high: number | null;
  /** New, Amended or Deleted. */
  readonly filing_status: string;
}

/** Body of a `house_filing` record: one filing of the House's index. Type P is a periodic transaction report. */
export interface HouseFiling {
  readonly name: string;
  readonly filing_type: string;
  readonly state_district: string;
  readonly year: number;
  /** Null if the index has no date; the row is then dated by the end of the index's year. */
  readonly filed: IsoDate | null;
}

/** The two officers whose trades carry more weight. */
export type Chief = "CEO" | "CFO";

const TITLES: Readonly<Record<Chief, RegExp>> = {
  CEO: /\b(ceo|chief executive|principal executive)\b/i,
  CFO: /\b(cfo|chief financial|principal financial)\b/i,
};

/** The chiefs that an officer's title names. One person may be both; a former chief is none. */
export function chiefsIn(title: string | null): readonly Chief[] {
  // Turns C.E.O. into CEO.
  const plain = (title ?? "").replace(/\./g, "");
  if (/\b(former|retired|ex)\b/i.test(plain)) return [];
  return (Object.keys(TITLES) as Chief[]).filter((chief) => TITLES[chief].test(plain));
}

/** The chiefs among a report's owners. Reports imported before titles were stored use the first owner's role. */
export function chiefsOf({ owners, role, isChief }: InsiderReport): readonly Chief[] {
  const stated = owners.flatMap(({ place }) => (place ? [place.title] : []));
  return [...new Set((stated.length > 0 ? stated : isChief ? [role] : []).flatMap(chiefsIn))];
}

/** One open-market line of a report. `price` and `value`, in US dollars, are null if not stated. */
export interface ReportedTrade {
  readonly traded: IsoDate;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly price: number | null;
  readonly value: number | null;
  /** Title of the security as filed. Undefined if not stated, and in reports imported before this was stored. */
  readonly security?: string;
  /** Undefined if not stated, and in reports imported before this was stored. */
  readonly held?: InsiderHolding;
  /** True if the report names several symbols and this line none of their classes: it is in the row of each. */
  readonly shared?: true;
  /** True if the title names neither shares nor another security. */
  readonly unclear?: true;
}

/** Shares of the line's security that the owner holds, directly or indirectly, before and after it. */
export interface InsiderHolding {
  readonly before: number;
  readonly after: number;
  readonly direct: boolean;
}

/** A line of another code than P and S, or of another security than the shares of the ticker. An amendment may correct either. */
export interface OtherLine extends Omit<ReportedTrade, "side" | "value" | "shared" | "unclear"> {
  readonly code: string;
  /** The symbol of the class in whose row the line counts, if that is another one. */
  readonly symbol?: string;
}

/** A line that may be a trade, and that is impossible or could not be read: its words, and why. */
export interface UncountedLine {
  /** Undefined if it may be of either side. */
  readonly side?: "buy" | "sell";
  readonly line: string;
  readonly why: string;
}

/** One owner of a report, with their position in the company. */
export interface ReportOwner {
  readonly cik: string;
  readonly name: string;
  /** Undefined in reports imported before this was stored. */
  readonly place?: {
    readonly director: boolean;
    readonly officer: boolean;
    readonly ten_percent: boolean;
    /** An officer's title as filed; null if none is stated. */
    readonly title: string | null;
  };
}

/**
 * Body of an `insider_trade` record: one report of one owner (Form 4 or 5) with its purchases and sales in the open market, dated by the newest transaction of
 * any kind in it, an amendment at least by the day that it names as that of its report. A report without transactions still shows that a report was filed.
 */
export interface InsiderReport {
  readonly form: string;
  /** The report's period. An amendment mostly has the period of its report. */
  readonly period: IsoDate;
  /** In an amendment, the day on which the original was filed. Undefined otherwise, and in reports imported before this was stored. */
  readonly original?: IsoDate;
  /** The filing day; null if the document does not state it. Undefined in reports imported before this was stored. */
  readonly filed?: IsoDate | null;
  /** The day of the last signature; null if none is dated. Undefined in reports imported before this was stored. */
  readonly signed?: IsoDate | null;
  readonly owners: readonly ReportOwner[];
  /** Title or role of the first owner. */
  readonly role: string;
  readonly isChief: boolean;
  /** Made under a rule 10b5-1 plan. Null (unknown, not false) before April 2023, when the form added the question. */
  readonly plan10b5_1: boolean | null;
  readonly trades: readonly ReportedTrade[];
  /** Its lines of other codes or securities. Undefined in reports imported before this was stored, and until then only amendments had it. */
  readonly otherLines?: readonly OtherLine[];
  /** Its lines that were left out and may be trades. Undefined if there is none, and in reports imported before this was stored. */
  readonly leftOut?: readonly UncountedLine[];
  /** The symbols in whose rows the report is, if there are several. Undefined in reports imported before this was stored. */
  readonly symbols?: readonly string[];
  /** True if a footnote says that owners are deemed to own shares of another. Undefined if not, and in reports imported before this was stored. */
  readonly deemed?: true;
}
