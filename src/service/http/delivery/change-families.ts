import { createHash } from "node:crypto";
import type { CaveatId } from "../../../contract/caveats";
import { addDays, DAY_MS, msOf } from "../../../contract/dates";
import { PERPETUALS, WHALE_ASSETS, type WhaleAsset } from "../../../contract/vocabulary";
import { sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { allConfluences, type ListedConfluence } from "../../families/confluence/confluence";
import { ETF_ASSETS, isWithheld } from "../../families/etf-flows/flows";
import { sampleFundingSettlements } from "../../families/funding/sample";
import { allSurfaces } from "../../families/gamma/gamma";
import { about, namesOfCoin, namesOfCompany } from "../../families/prediction/find-market";
import { type MarketRow, marketRows, stateRow } from "../../families/prediction/market-rows";
import { isSampleOn } from "../../families/sample-switch";
import { hasOwnTransfers, labelledTransfers, transfersIn } from "../../families/whale/transfers";
import { instrumentOf } from "../../instruments/universe";
import type { SourceId } from "../../records/attribution";
import type { PublishedFunding, PublishedTransfer } from "../../records/crypto";
import type { Market, PublishedMarket } from "../../records/prediction";
import type { Dataset, StoredRecord } from "../../records/record";
import type { ComputedRow, OnlyChanges } from "../../store/changes";
import { momentInUtc } from "../../time/clock";
import { etfDaysOf, flowOnWire } from "../crypto/etf-flows";
import { transferOnWire, WHALE_CAVEATS } from "../crypto/whales";
import { settlementOnWire } from "../crypto/funding";
import { GAMMA_CAVEATS, surfaceOnWire } from "../equities/gamma";
import { MARKET_CAVEATS, marketOnWire } from "../prediction/row";
import { shownSampleRows } from "../server/shown-rows";
import { knownSignals, signalOnWire } from "../equities/signals";

/** The families of `/v1/changes`. */
export const CHANGE_FAMILIES = ["signals", "whale", "prediction", "funding", "etf_flow", "gamma", "confluence"] as const;
export type ChangeFamily = (typeof CHANGE_FAMILIES)[number];
export const isFamily = (name: string): name is ChangeFamily => CHANGE_FAMILIES.some((family) => family === name);

/** A row in the form of its endpoint. */
export interface ShownRow {
  /** Undefined if nothing of a source is in it. */
  readonly source?: SourceId;
  readonly row: Readonly<Record<string, unknown>>;
  /** True if the row is about this symbol, in capitals. */
  isAbout(symbol: string): boolean;
}

/** A row that is computed from stored rows or from sample data. */
export interface ShownComputed extends ShownRow, ComputedRow {}

/** How the rows of a family are read. */
export interface FamilyRows {
  readonly caveats: readonly CaveatId[];
  /** Set if each stored record is one row. */
  readonly stored?: {
    readonly dataset: Dataset;
    /** Which records may be about a symbol. */
    only(symbol: string): OnlyChanges;
    /** Returns a function that makes the rows of records; undefined for one that no endpoint lists. */
    shown(context: Context): (records: readonly StoredRecord<never>[]) => readonly (ShownRow | undefined)[];
  };
  /** The other rows that the endpoints of the family show now. */
  computed(context: Context): Promise<readonly ShownComputed[]>;
}

/** Days for which rows that appear with time are listed. */
const DAYS = 7;
/** Days for which signals are listed: a document with old dates brings old signals. */
const SIGNAL_DAYS = 365;

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);

/** Converts a list once, as long as it is cached. */
function oncePerList<T extends object>(convert: (list: readonly T[], context: Context) => readonly ShownComputed[]) {
  const made = new WeakMap<readonly T[], readonly ShownComputed[]>();
  return (list: readonly T[], context: Context): readonly ShownComputed[] => {
    let found = made.get(list);
    if (!found) made.set(list, (found = convert(list, context)));
    return found;
  };
}

/** Published rows have been there at the latest since the newest import. */
const sinceOf = (source: SourceId, sampleSince: number, context: Context): number => (source === "sample" ? sampleSince : context.store.changes.newestImport());

const signalRows = oncePerList<Awaited<ReturnType<typeof knownSignals>>["rows"][number]>((list, context) =>
  // Oldest first, as in a log.
  list.toReversed().map((one) => {
    const row = signalOnWire(one);
    const { type, date, headline } = one.signal;
    return {
      source: one.source,
      row,
      isAbout: (symbol) => one.ticker === symbol,
      name: digest([one.ticker, type, date, one.family, headline]),
      version: digest(row),
      since: sinceOf(one.source, msOf(date), context),
    };
  }),
);

const confluenceRow = ({ symbol, source, row: { date, kind, direction, score, components } }: ListedConfluence, context: Context): ShownComputed => {
  const row = { symbol, kind, direction, score, date, families: components, ...sourceMark(source) };
  return { source, row, isAbout: (asked) => asked === symbol, name: symbol, version: digest(row), since: sinceOf(source, msOf(date), context) };
};

/** Questions name a coin or a company, and no symbol. A market's own id counts too. */
function marketNames(symbol: string): readonly string[] {
  const instrument = instrumentOf(symbol);
  return [...namesOfCoin(symbol), ...(instrument ? namesOfCompany(instrument) : [])];
}
function marketsAbout(symbol: string): (market: Pick<Market, "id" | "question" | "event">) => boolean {
  const isNamed = about(marketNames(symbol));
  return (market) => market.id.toUpperCase() === symbol || isNamed(market);
}
const marketShown = (market: MarketRow): ShownRow => ({
  source: market.source,
  row: marketOnWire(market),
  isAbout: (symbol) => marketsAbout(symbol)(market.market),
});

const fundingShown = ({ entity, source }: StoredRecord<unknown>, settlement: Parameters<typeof settlementOnWire>[0]): ShownRow => ({
  source,
  row: { symbol: entity, ...settlementOnWire(settlement), ...sourceMark(source) },
  isAbout: (symbol) => symbol === entity,
});

/** Coins whose rows are sample rows. */
const sampledOf = <T extends string>(context: Context, coins: readonly T[], isOwn: (coin: T) => boolean): readonly T[] =>
  shownSampleRows(context, () => coins.filter((coin) => !isOwn(coin))).rows;

const whale: FamilyRows = {
  caveats: WHALE_CAVEATS,
  stored: {
    dataset: "whale_transfer",
    only: (symbol) => ({ entity: symbol }),
    shown: (context) => (records: readonly StoredRecord<PublishedTransfer>[]) => {
      const labelled = new Map(
        [...new Set(records.map(({ entity }) => entity as WhaleAsset))].flatMap((asset) => {
          const own = records.filter(({ entity }) => entity === asset);
          return labelledTransfers(context, asset, own).map((transfer, i) => [own[i], transfer] as const);
        }),
      );
      return records.map((record) => {
        const transfer = labelled.get(record);
        if (!transfer) return undefined;
        const { source } = record;
        return { source, row: transferOnWire({ ...transfer, origin: { source, sample: false } }), isAbout: (symbol) => symbol === transfer.asset };
      });
    },
  },
  computed: async (context) => {
    const now = momentInUtc(context.clock);
    return sampledOf(context, WHALE_ASSETS, (asset) => hasOwnTransfers(context, asset)).flatMap((asset) =>
      transfersIn(context, asset, now - DAYS * DAY_MS, now).map((transfer) => ({
        source: "sample" as const,
        row: transferOnWire({ ...transfer, origin: { source: "sample", sample: true } }),
        isAbout: (symbol: string) => symbol === asset,
        name: transfer.transaction,
        version: "",
        since: transfer.at,
      })),
    );
  },
};

const funding: FamilyRows = {
  caveats: [],
  stored: {
    dataset: "funding",
    only: (symbol) => ({ entity: symbol }),
    shown: () => (records: readonly StoredRecord<PublishedFunding>[]) => records.map((record) => fundingShown(record, record)),
  },
  computed: async (context) => {
    const now = momentInUtc(context.clock);
    return sampledOf(context, PERPETUALS, (symbol) => context.store.records.isPublished("funding", symbol)).flatMap((symbol) =>
      sampleFundingSettlements(symbol, now - DAYS * DAY_MS, now).map((row) => {
        const { time_ms } = row.body;
        return { ...fundingShown(row, row), name: `${symbol} ${time_ms}`, version: "", since: time_ms };
      }),
    );
  },
};

const prediction: FamilyRows = {
  caveats: MARKET_CAVEATS,
  stored: {
    dataset: "market",
    only: (symbol) => ({ id: symbol, names: marketNames(symbol) }),
    shown: (context) => {
      let row: ReturnType<typeof stateRow> | undefined;
      return (records: readonly StoredRecord<PublishedMarket>[]) => records.map(({ body }) => marketShown((row ??= stateRow(context))(body)));
    },
  },
  computed: async (context) => {
    if (context.store.records.any("market")) return [];
    return shownSampleRows(context, () => marketRows(context)).rows.map((market) => {
      const shown = marketShown(market);
      return { ...shown, name: market.market.id, version: digest(shown.row), since: msOf(market.observed) };
    });
  },
};

/** By family: its rows in the form of its endpoint. */
export const CHANGED_ROWS: { readonly [F in ChangeFamily]: FamilyRows } = {
  signals: { caveats: [], computed: async (context) => signalRows((await knownSignals(context, SIGNAL_DAYS)).rows, context) },
  whale,
  prediction,
  funding,
  etf_flow: {
    caveats: [],
    computed: async (context) =>
      ETF_ASSETS.flatMap((asset) =>
        etfDaysOf(context, asset, addDays(context.clock.today(), -DAYS)).rows.map((day) => {
          const row = flowOnWire(day);
          const source = isWithheld(asset) ? {} : { source: "sample" as const };
          return { ...source, row, isAbout: () => true, name: `${asset} ${day.date}`, version: digest(row), since: msOf(day.date) };
        }),
      ),
  },
  gamma: {
    caveats: GAMMA_CAVEATS,
    computed: async (context) =>
      shownSampleRows(context, () => allSurfaces(context)).rows.map((surface) => {
        const row = surfaceOnWire(surface);
        const isAbout = (symbol: string): boolean => symbol === row.ticker;
        return { source: "sample" as const, row, isAbout, name: row.ticker, version: digest(row), since: msOf(row.date) };
      }),
  },
  confluence: {
    caveats: ["confluence-not-additive-proof", "confluence-family-coverage"],
    computed: async (context) => {
      const isShown = isSampleOn(context.store.decisions);
      return (await allConfluences(context)).filter(({ source }) => isShown || source !== "sample").map((one) => confluenceRow(one, context));
    },
  },
};
