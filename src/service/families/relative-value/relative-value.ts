import type { CaveatId } from "../../../contract/caveats";
import { daysBetween } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { groupedBy } from "../../../contract/lists";
import { forCell } from "../../../contract/reason";
import { rounded } from "../../../contract/rounded";
import { RV_METRICS, type RvMetric } from "../../../contract/vocabulary";
import type { PeerLevel } from "../../../contract/wire";
import { answering, jointOrigin, type Origin, SAMPLE } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { doubted } from "../../answers/doubted";
import { type Family, type FamilyAnswer, HOUR, isReason } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { isStale, staleText } from "../../answers/maximum-age";
import { countWith } from "../../answers/published-rows";
import { untilRelease } from "../../answers/until-import";
import { type Instrument, ISSUERS, TICKERS } from "../../instruments/universe";
import { FILING_TICKERS, statementsFor } from "../fundamentals/fundamentals";
import { publishedFilerOf, publishedFilers } from "../fundamentals/published-statements";
import { cacheInSlices } from "../in-slices";
import { ofInstrument, publishedInstrument } from "../of-instrument";
import { closesFor, comparableCloses } from "../prices/prices";
import { shareBasisOf } from "../share-basis/share-basis";
import { median } from "../statistics";
import { CLOSES_NEEDED, measure, type MeasuredMetric, PRICED, REFUSALS, type RvRow, unitOfPeerMetric } from "./measure";

const companies = ISSUERS.filter((i) => i.instrumentType !== "etf");
const bySubIndustry = groupedBy(companies, (i) => `${i.sector}/${i.subIndustry}`);
const bySector = groupedBy(companies, (i) => i.sector);

/** All metrics of one company on the service's date. Cached, because a cell compares dozens of peers. */
const rowFor = untilRelease(computed, (_context, { ticker }) => ticker);

/** The newest fiscal year, and the one before it if the two are consecutive. */
function yearsOf(context: Context, instrument: Instrument) {
  const statements = statementsFor(context, instrument.ticker);
  const [year, before] = statements?.years(2).toReversed() ?? [];
  const follows = year && before && daysBetween(before.periodEnd, year.periodEnd) <= MAX_DAYS_A_YEAR;
  const isOld = year && !statements?.sample && isStale("annual_statement", year.periodEnd, context.clock.today());
  const tooOld = isOld
    ? staleText("annual_statement", `the annual statements of ${instrument.ticker}`, year.periodEnd, context.clock.today(), LOAD)
    : undefined;
  return { year, yearBefore: follows ? before : undefined, tooOld, statements: jointOrigin(statements ? [statements] : []) };
}
/** Maximum days between consecutive year ends: 53 weeks, plus some days for a moved year end. */
const MAX_DAYS_A_YEAR = 400;
const LOAD = "Load newer data.";

function computed(context: Context, instrument: Instrument): RvRow {
  const today = context.clock.today();
  const closes = closesFor(context, instrument.ticker, CLOSES_NEEDED);
  const first = instrument.issuer === instrument.ticker ? closes : closesFor(context, instrument.issuer, 1);
  const priced = first.rows[first.rows.length - 1];
  const own = closes.rows[closes.rows.length - 1];
  const basis = shareBasisOf(context, instrument.issuer);
  // Sample closes are those of the last session.
  const oldest = [priced, own].flatMap((close) => close?.date ?? []).sort()[0];
  const isOld = oldest !== undefined && isStale("closes", oldest, today);
  const price = isOld ? staleText("closes", `the prices of ${instrument.ticker}`, oldest, today, LOAD) : undefined;
  const measured = ({ year, yearBefore, tooOld, statements }: ReturnType<typeof yearsOf>): RvRow =>
    measure({
      instrument,
      year,
      yearBefore,
      comparable: comparableCloses(context, instrument.ticker, closes.rows),
      priceDate: own?.date,
      issuerPrice: priced,
      sharesAtPrice: (metric) => (priced ? basis.atClose(year?.statedFigure?.(metric), priced.date) : { times: 1, splits: [] }),
      tooOld: { price, year: tooOld },
      ownCloses: !closes.sample,
      statements,
      // Without any close there are no prices to name as a source.
      prices: closes.rows.length === 0 ? statements : jointOrigin([closes, first]),
    });
  const row = measured(yearsOf(context, instrument));
  if (first.sample || !priced || priced.date === today || price) return row;
  // An old price is compared with the statements that were public on its day.
  const then = measured(yearsOf({ ...context, clock: { ...context.clock, today: () => priced.date } }, instrument));
  return {
    ...row,
    marketValue: then.marketValue,
    metrics: { ...row.metrics, ...Object.fromEntries([...PRICED].map((metric) => [metric, then.metrics[metric]])) },
  };
}

/** Reads the metrics of all companies in slices, so that comparing one with its peers is quick afterwards. */
export const readPeers = (context: Context): Promise<void> => cacheInSlices(context, companies, (i) => rowFor(context, i));

type Group = "sub_industry" | "sector";
const groupNamed = ({ sector, subIndustry }: Instrument, level: Group): string => (level === "sector" ? sector : `${sector}/${subIndustry}`);

/** Rows of a whole group, cached because looking up each peer would cost dozens of lookups a cell. */
const groupOf = untilRelease(
  (context, instrument: Instrument, level: Group): readonly RvRow[] =>
    ((level === "sector" ? bySector : bySubIndustry).get(groupNamed(instrument, level)) ?? []).map((i) => rowFor(context, i)),
  (_context, instrument, level) => `${level} ${groupNamed(instrument, level)}`,
);

/** The other companies of the sub-industry or the sector, one row per issuer. */
const peersOf = (context: Context, instrument: Instrument, level: Group): RvRow[] =>
  groupOf(context, instrument, level).filter(({ issuer }) => issuer !== instrument.issuer);

type Field = FieldName<"RV">;

const MIN_PEERS = 5;

const COMMON: readonly CaveatId[] = ["rv_peer_level_sub_industry_then_sector", "rv_percentile_is_population_not_rating"];

/** Caveats of a metric, by its inputs. */
function caveatsOf(metric: RvMetric): readonly CaveatId[] {
  if (metric.startsWith("return_")) return [...COMMON, "rv_price_return_split_refused"];
  const multiple = unitOfPeerMetric(metric) === "ratio" || metric.endsWith("_yield");
  return [...COMMON, "rv_annual_filings_only", ...(multiple && metric !== "net_debt_to_ocf" ? (["rv_adr_multiples_refused"] as const) : [])];
}

interface Peers {
  readonly level: PeerLevel;
  readonly values: readonly number[];
  readonly rows: readonly Origin[];
}

/** The peers' values: of the sub-industry if at least five have one, else of the sector. */
const peersFor = untilRelease(findPeers, (_context, { ticker }, metric) => `${metric} ${ticker}`);

function findPeers(context: Context, instrument: Instrument, metric: RvMetric): Peers {
  const at = (level: Peers["level"]): Peers => {
    const measuredPeers = peersOf(context, instrument, level).flatMap((row) => {
      const measured = row.metrics[metric];
      return "value" in measured ? [measured] : [];
    });
    return { level, values: measuredPeers.map((m) => m.value), rows: measuredPeers };
  };
  const near = at("sub_industry");
  return near.values.length >= MIN_PEERS ? near : at("sector");
}

/** Percent of the peers below the value; equal ones count half. */
function percentileOf(value: number, peers: readonly number[]): number {
  const below = peers.filter((p) => p < value).length;
  const equal = peers.filter((p) => p === value).length;
  return ((below + equal / 2) / peers.length) * 100;
}

function evaluate(instrument: Instrument, metric: RvMetric, field: Field, context: Context): FamilyAnswer {
  if (instrument.instrumentType === "etf")
    return answering(SAMPLE, HOUR).reason("not_covered", {
      short: "A fund has no peers here.",
      full: `${instrument.ticker} is a fund. Metrics and peers are computed for companies only.`,
    });
  const own = rowFor(context, instrument).metrics[metric];
  const found = peersFor(context, instrument, metric);
  const answer = ofPeers(instrument, metric, field, own, found, context);
  // A company without a known sector has no peers. Assigned, because a copy costs more than the rest of the cell.
  if (instrument.sector) Object.assign(answer, { peerLevel: found.level });
  if (!("value" in own) || !OWN_FIELDS.has(field)) return answer;
  if (own.note !== undefined) Object.assign(answer, { note: own.note });
  return doubted(answer, own.doubt);
}

/** Fields that use the company's own value. */
const OWN_FIELDS: ReadonlySet<Field> = new Set(["value", "percentile", "rank"]);

function ofPeers(instrument: Instrument, metric: RvMetric, field: Field, own: MeasuredMetric, { level, values, rows }: Peers, context: Context): FamilyAnswer {
  const alone = answering(own, 6 * HOUR, caveatsOf(metric));
  const observed = "value" in own ? own.observed : context.clock.today();
  if (field === "value") return "value" in own ? alone.number(own.value, unitOfPeerMetric(metric), observed) : alone.reason(own.refusal, own.why);

  const say = answering(jointOrigin([own, ...rows]), 6 * HOUR, caveatsOf(metric));
  const few = values.length < MIN_PEERS;
  const tooFew = (): FamilyAnswer =>
    say.reason("too_few_peers", {
      short: `Too few peers: ${values.length} have ${metric}; ${MIN_PEERS} are needed.`,
      full: instrument.sector
        ? `Too few peers: ${values.length} other companies of ${instrument.sector} have ${metric}; ${MIN_PEERS} are needed.`
        : `The sector of ${instrument.ticker} is not known, so it has no peers to compare ${metric} with.`,
    });
  /** A figure of the company's own value among its peers'. */
  const among = (figure: (value: number) => FamilyAnswer): FamilyAnswer =>
    "refusal" in own ? say.reason(own.refusal, own.why) : few ? tooFew() : figure(own.value);
  switch (field) {
    case "percentile":
      return among((value) => say.number(rounded(percentileOf(value, values), 2), "%", observed));
    case "peer_median":
      return few ? tooFew() : say.number(rounded(median(values), 4), unitOfPeerMetric(metric), observed);
    case "peer_count":
      return say.number(values.length, "count", observed);
    case "peer_level":
      return say.text(level, observed);
    case "rank":
      return among((value) => say.number(1 + values.filter((p) => p > value).length, "count", observed));
    case "refusal":
      return say.text("refusal" in own ? own.refusal : few ? "too_few_peers" : "none", observed);
  }
}

const REFUSED: ReadonlySet<string> = new Set(REFUSALS);

/**
 * The market value that the multiples of a company use, in whole US dollars. `ps` is the company's answer to RV with metric `ps`: its reason is returned if it is not
 * about one of the inputs, such as for a fund or while sample data is off.
 */
export function marketValueOf(context: Context, instrument: Instrument, ps: FamilyAnswer): FamilyAnswer {
  if (isReason(ps) && !REFUSED.has(ps.code)) return ps;
  const { marketValue } = rowFor(context, instrument);
  const say = answering(marketValue, 6 * HOUR, ["rv_annual_filings_only", "rv_adr_multiples_refused"]);
  return "value" in marketValue
    ? doubted(say.number(Math.round(marketValue.value), "USD", marketValue.observed), marketValue.doubt)
    : say.reason(marketValue.refusal, marketValue.why);
}

/** One metric of a company and its peers: value, rank, percentile and median. A metric that cannot be computed is refused with its own code. */
export const relativeValueFamily: Family = {
  name: "relative-value",
  functions: {
    RV: {
      evaluate: ofInstrument(
        (instrument, [, metricIn], context, field: Field) => {
          const metric = RV_METRICS.find((m) => m === metricIn);
          if (!metric) return answering(SAMPLE, HOUR).reason("unknown_metric", forCell`No peer metric ${String(metricIn)}; use one such as pe.`);
          return evaluate(instrument, metric, field, context);
        },
        TICKERS,
        (ticker, context) => {
          const filer = publishedFilerOf(context, ticker);
          return filer && publishedInstrument(ticker, filer.name);
        },
      ),
      ages: { fields: all("parts", "value", "percentile", "peer_median", "peer_count", "peer_level", "rank", "refusal") },
      universe: (context) => countWith(FILING_TICKERS, publishedFilers, context),
    },
  },
  rows: publishedFilers,
};
