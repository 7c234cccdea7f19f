import type { CaveatId } from "../../../contract/caveats";
import { addDays, type IsoDate } from "../../../contract/dates";
import { SERIES, seriesOf } from "../../../contract/series";
import type { Context } from "../../answers/context";
import { ATTRIBUTION, mayPassOn, type PublisherSource, type SourceId } from "../../records/attribution";
import type { DisclosedTrade } from "../../records/congress-trade";
import type { CashBalance } from "../../records/cash-balance";
import type { InsiderReport } from "../../records/insider-report";
import type { MoneyRate } from "../../records/money-rate";
import type { Positions } from "../../records/positions";
import type { Dataset } from "../../records/record";
import type { PublishedShortInterest } from "../../records/short-interest";
import type { ShortVolume } from "../../records/short-volume";
import { rounded } from "../../sample/random";
import { momentOf } from "../../store/freshness";
import type { RowsKind } from "../../store/reads";
import type { PublicRecord } from "../../store/records";
import { caveatsOfSeries } from "../macro/macro";
import { DIFFERENCES, seriesReader } from "../macro/series-reader";

type BulkCell = string | number | boolean | null | undefined;

/** A part of a dataset's rows, and where the next one begins; undefined after the last. */
interface BulkPart {
  readonly rows: readonly (readonly BulkCell[])[];
  readonly next: string | undefined;
}

/** A dataset that is offered as a file. */
export interface BulkDataset {
  readonly name: string;
  readonly title: string;
  /** What a row is, and how it relates to cells. */
  readonly about: string;
  /** Each column with its meaning and unit, without those that every file ends with. */
  readonly columns: Readonly<Record<string, string>>;
  /** Publishers whose rows it may have. */
  readonly sources: readonly PublisherSource[];
  readonly caveats: readonly CaveatId[];
  /** What must change for the file to change. */
  readonly kinds: readonly RowsKind[];
  /** Reads the part that begins at this place; from the first row without one. */
  part(context: Context, from: string | undefined): BulkPart;
  /** Stored rows, including those of later days. */
  estimate(context: Context): number;
}

/** The columns with which every row ends: where it comes from, as its cell says. */
export const PROVENANCE_COLUMNS: Readonly<Record<string, string>> = {
  source: "the publisher's id, as in cells",
  public_at: "when the value became public, UTC; empty for a value that is computed from others",
  caveats: "ids of its known limits, separated by blanks; /v1/fields?kind=caveat gives their meaning",
  attribution: "the attribution to quote",
};

/** Rows in one part: about 20 ms. */
const PART = 2_000;

const provenance = (source: SourceId, publicAt: number | undefined, caveats: readonly CaveatId[]): BulkCell[] => [
  source,
  publicAt === undefined ? undefined : momentOf(publicAt),
  caveats.join(" "),
  ATTRIBUTION[source],
];

interface RecordDataset<T> extends Omit<BulkDataset, "part" | "estimate" | "kinds"> {
  readonly dataset: Dataset;
  /** The cells of a record, in the order of the columns: one row, or several. */
  rows(record: PublicRecord<T>): readonly (readonly BulkCell[])[];
}

/** A dataset of stored records, in the order of entity, date and key. */
function ofRecords<T>({ dataset, rows, ...declared }: RecordDataset<T>): BulkDataset {
  return {
    ...declared,
    kinds: [dataset],
    part: ({ store, clock }, from) => {
      const { records, isLast } = store.records.after<T>(
        dataset,
        from === undefined ? undefined : (JSON.parse(from) as [string, string, string]),
        PART,
        clock.today(),
      );
      const last = records.at(-1);
      return {
        rows: records.flatMap((record) =>
          mayPassOn(record.source) ? rows(record).map((cells) => [...cells, ...provenance(record.source, record.public, declared.caveats)]) : [],
        ),
        next: isLast || !last ? undefined : JSON.stringify([last.entity, last.date, last.key]),
      };
    },
    estimate: ({ store }) => store.records.count(dataset),
  };
}

/** The curated series, newest observation first. Values as FRED and FREDH show them. */
const macroSeries: BulkDataset = {
  name: "macro_series",
  title: "Curated macro series",
  about: "One observation of one curated series, as FRED and FREDH show it; the newest of each series first. Series that no import covers are left out.",
  columns: {
    series_id: "the series",
    date: "observation date: the period that the value describes",
    value: "in the series' unit",
    unit: "unit of the value",
  },
  sources: ["treasury", "board", "nyfed", "fiscaldata", "bls", "dol", "oecd", "ecb"],
  caveats: ["fred_curated_series_only", "fred_observation_date_not_fetch_date"],
  kinds: ["observation"],
  part: (context, from) => {
    const [id, upTo] = from === undefined ? [SERIES[0]!.id, undefined] : (JSON.parse(from) as [string, IsoDate | undefined]);
    const isImported = (one: string): boolean => context.store.observations.isPublished(one);
    // Otherwise it would have sample rows.
    const isCovered = isImported(id) || (DIFFERENCES[id]?.every(isImported) ?? false);
    const found = isCovered ? seriesReader(id, context)!.latest(upTo ?? context.clock.today(), PART) : [];
    const caveats = caveatsOfSeries(id);
    const { unit } = seriesOf(id)!;
    const following = SERIES[SERIES.findIndex((one) => one.id === id) + 1]?.id;
    const last = found.at(-1);
    return {
      rows: found.flatMap(({ source, date, value, row }) => (mayPassOn(source) ? [[id, date, value, unit, ...provenance(source, row?.public, caveats)]] : [])),
      next: found.length === PART && last ? JSON.stringify([id, addDays(last.date, -1)]) : following === undefined ? undefined : JSON.stringify([following]),
    };
  },
  estimate: ({ store, clock }) =>
    SERIES.reduce((sum, { id }) => sum + (store.observations.isPublished(id) ? store.observations.count(id, clock.today()) : 0), 0),
};

const POSITION_COLUMNS = {
  open_interest: "contracts",
  noncomm_long: "contracts held long by non-commercial traders",
  noncomm_short: "contracts held short by non-commercial traders",
  noncomm_spread: "contracts held as spreads by non-commercial traders",
  noncomm_net: "non-commercial long less short, contracts",
  comm_long: "contracts held long by commercial traders",
  comm_short: "contracts held short by commercial traders",
  comm_net: "commercial long less short, contracts",
  nonrept_long: "contracts held long by traders below the reporting level",
  nonrept_short: "contracts held short by traders below the reporting level",
} as const satisfies Partial<Record<keyof Positions, string>>;

/** All datasets, in the order of the list. */
export const BULK_DATASETS: readonly BulkDataset[] = [
  macroSeries,
  ofRecords<MoneyRate>({
    name: "money_market_rates",
    title: "Money-market rates",
    about: "One rate on one day, as MMRATE shows it.",
    columns: {
      rate_key: "the rate, such as SOFR",
      date: "observation date; for an administered rate the day on which it takes effect",
      rate: "percent a year",
      volume_bn: "billions of US dollars; empty unless the rate is computed from transactions",
      percentile_1: "percent a year",
      percentile_99: "percent a year",
    },
    sources: ["nyfed", "board"],
    caveats: ["mm_volume_nyfed_only", "mm_administered_effective_dating", "mm_stress_is_width_not_level"],
    dataset: "money_rate",
    rows: ({ entity, date, body }) => [[entity, date, body.rate, body.volume_bn, body.percentile_1, body.percentile_99]],
  }),
  ofRecords<CashBalance>({
    name: "treasury_cash",
    title: "Cash of the U.S. Treasury",
    about: "The Treasury General Account at the close of one day.",
    columns: { account: "TGA", date: "the day", closing_musd: "millions of US dollars" },
    sources: ["fiscaldata"],
    caveats: [],
    dataset: "cash_balance",
    rows: ({ entity, date, body }) => [[entity, date, body.closing_musd]],
  }),
  ofRecords<Positions>({
    name: "futures_positions",
    title: "Commitments of traders",
    about: "One week of one futures market in the legacy report.",
    columns: {
      code: "the market's code",
      date: "the Tuesday of the report",
      market: "name of the market",
      basis: "futures-only or combined with options",
      ...POSITION_COLUMNS,
    },
    sources: ["cftc"],
    caveats: ["cot_lag"],
    dataset: "positions",
    rows: ({ entity, date, body }) => [
      [entity, date, body.market, body.basis, ...(Object.keys(POSITION_COLUMNS) as (keyof typeof POSITION_COLUMNS)[]).map((name) => body[name])],
    ],
  }),
  ofRecords<InsiderReport>({
    name: "insider_trades",
    title: "Insiders' purchases and sales",
    about: "One open-market line of a Form 4 or 5, as filed. Amendments are rows of their own; INSIDER counts a trade once.",
    columns: {
      ticker: "the issuer's ticker, or cik: and its CIK",
      date: "day of the trade",
      filed: "day on which it became public",
      form: "4, 5 or an amendment such as 4/A",
      owner: "the reporting owners",
      role: "title or role of the first owner",
      side: "buy or sell",
      shares: "number of shares",
      price: "US dollars a share; empty if not stated",
      value: "US dollars; empty if not stated",
      plan_10b5_1: "true if made under a rule 10b5-1 plan; empty before April 2023, when the form did not ask",
    },
    sources: ["sec"],
    caveats: [],
    dataset: "insider_trade",
    rows: ({ entity, known, body }) =>
      body.trades.map(({ traded, side, shares, price, value }) => [
        entity,
        traded,
        known,
        body.form,
        body.owners.map(({ name }) => name).join("; "),
        body.role,
        side,
        shares,
        price,
        value,
        body.plan10b5_1,
      ]),
  }),
  ofRecords<DisclosedTrade>({
    name: "congress_trades",
    title: "Trades of members of Congress",
    about: "One trade of a House periodic transaction report, as filed. Amended and deleted ones are rows of their own; CONGRESS counts a trade once.",
    columns: {
      ticker: "as filed",
      date: "day of the trade",
      disclosed: "day of the filing",
      member: "name of the member",
      state_district: "state and district; empty if not stated",
      owner: "SP spouse, DC dependent child, JT joint; empty for the member",
      asset: "as filed",
      asset_type: "the form's abbreviation, such as ST",
      type: "P purchase, S sale, S (partial), E exchange",
      amount_low: "US dollars: lower end of the range",
      amount_high: "US dollars: upper end; empty if the range has none",
      filing_status: "New, Amended or Deleted",
      document: "number of the filing",
    },
    sources: ["house"],
    caveats: [],
    dataset: "congress_trade",
    rows: ({ entity, date, known, body: b }) => [
      [entity, date, known, b.member, b.state_district, b.owner, b.asset, b.asset_type, b.type, b.amount_low, b.amount_high, b.filing_status, b.document],
    ],
  }),
  ofRecords<PublishedShortInterest>({
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
    caveats: [],
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
  }),
  ofRecords<ShortVolume>({
    name: "short_volume",
    title: "Daily short sale volume",
    about: "One day of one symbol, as GET /v1/equities/short-volume lists it.",
    columns: {
      symbol: "the symbol",
      date: "trading day",
      short_volume: "shares sold short off exchange, exempt sales included",
      short_exempt_volume: "shares",
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
  }),
];

/** Datasets that are not offered, because no terms of their publishers allow it. */
export const WITHHELD_DATASETS: readonly (Pick<BulkDataset, "name" | "title" | "sources"> & { readonly dataset: Dataset })[] = [
  { name: "funding_rates", title: "Funding rates of perpetuals", sources: ["binance", "bybit", "okx", "hyperliquid"], dataset: "funding" },
  { name: "liquidations", title: "Liquidations", sources: ["okx"], dataset: "liquidation" },
  { name: "prediction_markets", title: "Prediction markets", sources: ["polymarket", "kalshi"], dataset: "market" },
];
