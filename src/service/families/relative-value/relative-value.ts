import type { CaveatId } from "../../../contract/caveats";
import type { RvMetric } from "../../../contract/vocabulary";
import { RV_METRICS } from "../../../contract/vocabulary";
import { answering, jointOrigin, SAMPLE, type Origin } from "../../answers/answering";
import { ofInstrument, publishedInstrument } from "../of-instrument";
import { rounded } from "../../../contract/rounded";
import { TICKERS, type Instrument } from "../../instruments/universe";
import { doubted } from "../../answers/doubted";
import { HOUR, isReason, type FamilyAnswer, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { countWith } from "../../answers/published-rows";
import { FILING_TICKERS } from "../fundamentals/fundamentals";
import { publishedFilerOf, publishedFilers } from "../fundamentals/published-statements";
import type { PeerLevel } from "../../../contract/wire";
import { forCell } from "../../../contract/reason";
import type { FieldName } from "../../../contract/functions";
import { median } from "../statistics";
import { untilRelease } from "../../answers/until-import";
import { unitOfPeerMetric } from "./measure";
import { peersOf, rowFor } from "./population";
import { REFUSALS, type MeasuredMetric } from "./rows";

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
const peersFor = (context: Context, instrument: Instrument, metric: RvMetric): Peers =>
  peersCache(context, `${metric} ${instrument.ticker}`, () => findPeers(context, instrument, metric));

const peersCache = untilRelease<Peers>();

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

/** Adds to an answer in place, because a copy costs more than the rest of the cell. */
const addInPlace = (answer: FamilyAnswer, more: Pick<FamilyAnswer, "peerLevel" | "note">): FamilyAnswer => Object.assign(answer, more);

function evaluate(instrument: Instrument, metric: RvMetric, field: Field, context: Context): FamilyAnswer {
  if (instrument.instrumentType === "etf")
    return answering(SAMPLE, HOUR).reason("not_covered", {
      short: "A fund has no peers here.",
      full: `${instrument.ticker} is a fund. Metrics and peers are computed for companies only.`,
    });
  const own = rowFor(context, instrument).metrics[metric];
  const found = peersFor(context, instrument, metric);
  const answer = ofPeers(instrument, metric, field, own, found, context);
  // A company without a known sector has no peers.
  if (instrument.sector) addInPlace(answer, { peerLevel: found.level });
  if (!("value" in own) || !OWN_FIELDS.has(field)) return answer;
  if (own.note !== undefined) addInPlace(answer, { note: own.note });
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
      asOf: "never",
    },
  },
  rows: publishedFilers,
};
