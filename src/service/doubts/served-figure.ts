import type { IsoDate } from "../../contract/dates";
import { type Metric, METRICS } from "../../contract/vocabulary";
import { type DoubtedFigures, REVENUE_CHECKS, statementDoubt } from "./statements";
import type { StatedFigure, StatedPeriod, Vintage } from "../records/filings";

type Stated = Pick<StatedPeriod, "period" | "stated" | "doubts">;

/** The value in effect on a day, with all values that filings have stated: from the latest filing, in the first list that has one by then. */
function lastIn(lists: readonly (readonly Vintage[])[] | undefined, today: IsoDate): Omit<StatedFigure, "metric"> | undefined {
  for (const all of lists ?? []) {
    const by = all.filter(([filed]) => filed <= today);
    const served = by[by.length - 1];
    if (served) return { served, all };
  }
  return undefined;
}

function figuresOf({ period, doubts }: Stated, metric: Metric, today: IsoDate, served: (metric: Metric) => Vintage | undefined): DoubtedFigures {
  return {
    metric,
    period,
    figure: (of) => served(of)?.[1],
    accession: (of) => served(of)?.[2],
    stated: (of) => {
      const [, , accession] = served(of) ?? [];
      return doubts?.[of]?.filter(([from, filing]) => from <= today && filing === accession).pop()?.[2];
    },
  };
}

/** The revenue that counts: the latest, unless another part of the statement shows that it is not the total, and another stated value passes. */
function revenueOf(of: Stated, today: IsoDate): Omit<StatedFigure, "metric"> | undefined {
  const latest = lastIn(of.stated.revenue, today);
  if (!latest) return undefined;
  const passes = (revenue: Vintage): boolean => {
    const figures = figuresOf(of, "revenue", today, (m) => (m === "revenue" ? revenue : lastIn(of.stated[m], today)?.served));
    return REVENUE_CHECKS.every((check) => check.doubt(figures) === undefined);
  };
  if (passes(latest.served)) return latest;
  for (const all of of.stated.revenue ?? []) {
    const other = all.filter((v) => v[0] <= today && v !== latest.served && passes(v)).pop();
    if (other) return { served: other, all };
  }
  return latest;
}

/** The value of a figure that counts on a day, with all values of its tags. Undefined if no filing by then states it. */
export const servedFigure = (of: Stated, metric: Metric, today: IsoDate): Omit<StatedFigure, "metric"> | undefined =>
  metric === "revenue" ? revenueOf(of, today) : lastIn(of.stated[metric], today);

/** Why a figure may be wrong, in one sentence with the numbers compared, or undefined. `served` is the value of each figure that counts on the day. */
export const servedDoubt = (of: Stated, metric: Metric, today: IsoDate, served: (metric: Metric) => Vintage | undefined): string | undefined =>
  statementDoubt(figuresOf(of, metric, today, served));

/** All doubts about the figures of a period as known on a day. */
export function statementDoubts(of: Stated, today: IsoDate): readonly string[] {
  const served = (metric: Metric): Vintage | undefined => servedFigure(of, metric, today)?.served;
  return [...new Set(METRICS.flatMap((metric) => (of.stated[metric] ? (servedDoubt(of, metric, today, served) ?? []) : [])))];
}
