import { isIsoDate } from "../../../contract/dates";
import { SAMPLE, type Origin } from "../../answers/answering";
import type { IsoDate } from "../../../contract/dates";
import type { Filing, Statement } from "./rows";

export type FiscalPeriod = Pick<Statement, "period" | "annual" | "periodEnd">;

/** One company's statements filed by the service's date, read one at a time because a company has hundreds. */
export interface Statements extends Origin {
  latestYear(): Statement | undefined;
  /** The last full fiscal years, oldest first. */
  years(max: number): readonly Statement[];
  /** A period by its name or its last day; a day that ends a year and a quarter means the year. */
  of(period: string): Statement | undefined;
  /** The available periods by end, for messages. */
  periods(): readonly FiscalPeriod[];
  /** The newest periodic report. */
  latestFiling(): { readonly filing: Filing; readonly periodEnd: IsoDate } | undefined;
}

const later = (a: Statement | undefined, b: Statement): Statement =>
  !a || b.periodEnd > a.periodEnd || (b.periodEnd === a.periodEnd && b.filing.filed >= a.filing.filed) ? b : a;

/** The last full fiscal year, by the latest filing. */
const latestYear = (rows: readonly Statement[]): Statement | undefined => rows.filter((s) => s.annual).reduce<Statement | undefined>(later, undefined);

/** Wraps sample statements, ordered by period end. If a period was filed twice, the later filing comes last. */
export function sampleOf(rows: readonly Statement[]): Statements {
  return {
    ...SAMPLE,
    latestYear: () => latestYear(rows),
    years: (most) => rows.filter((s) => s.annual).slice(-most),
    of: (period) => {
      const matching = isIsoDate(period) ? rows.filter((s) => s.periodEnd === period) : rows.filter((s) => s.period === period);
      return latestYear(matching) ?? matching.reduce<Statement | undefined>(later, undefined);
    },
    periods: () => rows,
    latestFiling: () =>
      rows.reduce<Statement | undefined>(
        (a, b) => (!a || b.filing.filed > a.filing.filed || (b.filing.filed === a.filing.filed && b.annual) ? b : a),
        undefined,
      ),
  };
}
