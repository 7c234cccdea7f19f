import type { IsoDate } from "../../../contract/dates";
import type { PublicRecord } from "../../store/records";
import type { DisclosedTrade, HouseFiling, InsiderReport } from "../../records/disclosed-trades";
import type { PublishedShortInterest, ShortVolume } from "../../records/equities";
import { rounded } from "../../../contract/rounded";
import { endOfDay } from "../../time/time-zone";
import { datedByIndex } from "../congress/disclosed";
import { ofLines, ofRecords, provenance } from "./dataset";
import { countedForAll } from "../insider/reported-trades";

/** The filing day. Of a report imported before it was stored: the day from which it was known, unless that is the day of the newest transaction, which is stored if the day is missing. */
const filedOf = ({ date, known, body: { filed } }: PublicRecord<InsiderReport>): IsoDate | null => (filed !== undefined ? filed : known > date ? known : null);

/** Without an accession number the key ends with a part of the document's SHA-256. */
const ACCESSION = /\d{10}-\d{2}-\d{6}$/;

/** A report has one row for each trade or owner. */
const REPORTS_PER_PART = 500;

export const insiderTrades = ofRecords<InsiderReport>({
  name: "insider_trades",
  title: "Insiders' purchases and sales",
  about:
    "One open-market line of a Form 4 or 5, as filed. Amendments, and reports of one block by several owners, are rows of their own; INSIDER counts a trade once. Other securities than shares are left out.",
  columns: {
    ticker: "the issuer's ticker, or cik: and its CIK; of several classes, that of the security, or the first if the title names none",
    date: "day of the trade",
    filed: "day of the filing; empty if not known",
    form: "4, 5 or an amendment such as 4/A",
    owner: "the reporting owners",
    role: "title or role of the first owner",
    side: "buy or sell",
    shares: "number of shares",
    price: "US dollars a share; empty if not stated",
    value: "US dollars; empty if not stated",
    plan_10b5_1: "true if made under a rule 10b5-1 plan; empty before April 2023, when the form did not ask",
    accession: "the SEC's number of the filing; empty if the document does not state it",
  },
  sources: ["sec"],
  dataset: "insider_trade",
  perPart: REPORTS_PER_PART,
  rows: (report) => {
    const { entity, key, body } = report;
    return countedForAll(report).map(({ traded, side, shares, price, value }) => [
      entity,
      traded,
      filedOf(report),
      body.form,
      body.owners.map(({ name }) => name).join("; "),
      body.role,
      side,
      shares,
      price,
      value,
      body.plan10b5_1,
      ACCESSION.exec(key)?.[0],
    ]);
  },
});

export const insiderReports = ofRecords<InsiderReport>({
  name: "insider_reports",
  title: "Reports of insiders",
  about: "One owner of one Form 4 or 5, with or without open-market trades. The trades are in insider_trades. Amendments are rows of their own.",
  columns: {
    ticker: "the issuer's ticker, or cik: and its CIK",
    date: "day of the newest transaction of any kind; in an amendment at least the original's filing day",
    filed: "day of the filing; empty if not known",
    accession: "the SEC's number of the filing; empty if not known",
    form: "4, 5 or an amendment such as 4/A",
    period: "the report's period; an amendment mostly has that of its report",
    original: "in an amendment, the day on which the original was filed; empty otherwise, or if not stated",
    owner_cik: "the SEC's number of the owner, without leading zeros",
    owner: "name of the owner",
    director: "true for a director; empty if not known",
    officer: "true for an officer; empty if not known",
    ten_percent: "true for a holder of ten percent; empty if not known",
    title: "title of an officer as filed; empty if not stated",
    plan_10b5_1: "true if made under a rule 10b5-1 plan; empty before April 2023, when the form did not ask",
    purchases: "number of open-market purchases in the report",
    sales: "number of open-market sales in the report",
  },
  sources: ["sec"],
  dataset: "insider_trade",
  perPart: REPORTS_PER_PART,
  rows: (report) => {
    const { entity, date, key, body: { form, period, original, owners, plan10b5_1 } } = report; // prettier-ignore
    const trades = countedForAll(report);
    const bought = trades.filter(({ side }) => side === "buy").length;
    return owners.map(({ cik, name, place }) => [
      entity, date, filedOf(report), ACCESSION.exec(key)?.[0], form, period, original, cik, name, place?.director, place?.officer, place?.ten_percent, place?.title, plan10b5_1,
      bought, trades.length - bought,
    ]); // prettier-ignore
  },
});

export const congressTradesDataset = ofLines<DisclosedTrade>({
  name: "congress_trades",
  title: "Trades of members of Congress",
  about: "One trade of a House periodic transaction report, as filed. Amended and deleted ones are rows of their own; CONGRESS counts a trade once.",
  columns: {
    ticker: "as filed",
    date: "day of the trade",
    disclosed: "day of the signature, or of the filing as in the House's index, if that is later",
    member: "name of the member",
    state_district: "state and district; empty if not stated",
    owner: "SP spouse, DC dependent child, JT joint; empty for the member",
    asset: "as filed",
    asset_type: "the form's abbreviation, such as ST",
    type: "P purchase, S sale, S (partial), E exchange",
    amount_low: "US dollars: lower end of the range, or an exact amount",
    amount_high: "US dollars: upper end, or an exact amount; empty if the range has none",
    filing_status: "New, Amended or Deleted",
    document: "number of the filing",
  },
  sources: ["house"],
  dataset: "congress_trade",
  kinds: ["house_filing"],
  lines: (record, context) =>
    datedByIndex(context, [record]).rows.map(({ entity, date, known, source, body: b }) => [
      ...[entity, date, known, b.member, b.state_district, b.owner, b.asset, b.asset_type, b.type, b.amount_low, b.amount_high, b.filing_status, b.document],
      ...provenance(source, known === record.known ? record.public : endOfDay(known), []),
    ]),
});

export const houseFilings = ofRecords<HouseFiling>({
  name: "house_filings",
  title: "Financial disclosures of the House",
  about: "One filing of the House's yearly index, of any type. It shows which filings exist; congress_trades.csv has the trades of those that were read.",
  columns: {
    document: "number of the filing",
    date: "day of the filing; the last day of the index's year if the index states none",
    filed: "day of the filing; empty if the index states none",
    name: "name of the filer",
    filing_type: "the index's letter; P is a periodic transaction report",
    state_district: "state and district, such as CA11",
    year: "year of the index",
  },
  sources: ["house"],
  dataset: "house_filing",
  rows: ({ entity, date, body: b }) => [[entity, date, b.filed, b.name, b.filing_type, b.state_district, b.year]],
});

export const shortInterestDataset = ofRecords<PublishedShortInterest>({
  name: "short_interest",
  title: "Short interest",
  about: "One settlement of one symbol, as SHORTINTEREST field days shows it. Counts are as published, not adjusted for later splits.",
  columns: {
    symbol: "the symbol",
    date: "settlement date",
    short_interest: "shares sold short",
    previous_short_interest: "shares sold short at the previous settlement; empty if not stated",
    avg_daily_volume: "shares a day; empty if not stated",
    days_to_cover: "days; empty if not stated, or if the source shows its ceiling of 999.99",
    days_to_cover_censored: "true if the source shows its ceiling",
    change_pct: "percent from the previous settlement; empty if not stated",
    revised: "true if the publisher marks the row as revised",
  },
  sources: ["finra"],
  dataset: "short_interest",
  rows: ({ entity, date, body: b }) => [
    [
      entity,
      date,
      b.short_interest,
      b.previous_short_interest,
      b.avg_daily_volume,
      b.days_to_cover_censored ? null : b.days_to_cover,
      b.days_to_cover_censored,
      b.change_pct,
      b.revised,
    ],
  ],
});

export const shortVolumeDataset = ofRecords<ShortVolume>({
  name: "short_volume",
  title: "Daily short sale volume",
  about: "One day of one symbol, as GET /v1/equities/short-volume lists it.",
  columns: {
    symbol: "the symbol",
    date: "trading day",
    short_volume: "shares sold short off exchange, exempt sales included",
    short_exempt_volume: "shares; empty in early files, which do not count them",
    total_volume: "shares traded off exchange",
    ratio: "short_volume / total_volume; empty without volume",
    market: "the facilities that reported",
  },
  sources: ["finra"],
  caveats: ["short_volume_not_short_interest", "short_volume_off_exchange_hedging"],
  dataset: "short_volume",
  rows: ({ entity, date, body: b }) => [
    [entity, date, b.short_volume, b.short_exempt_volume, b.total_volume, b.total_volume > 0 ? rounded(b.short_volume / b.total_volume, 4) : null, b.market],
  ],
});
