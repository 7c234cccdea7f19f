import type { IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import type { Currency } from "../../../contract/units";
import { standingOf } from "../../records/forms";
import type { Vintage } from "../../records/statement";
import type { Fact } from "./facts";
import { byFilingOrder, filingOf } from "./filing-order";
import { isFlow } from "./windows";

/** A fact in the reporting currency of its filing. */
export type ReportedFact = Fact & { readonly currency: Currency };

/** What counts as a period's figures from a day on. */
export interface PeriodVersion {
  readonly from: IsoDate;
  readonly currency: Currency;
  readonly facts: readonly ReportedFact[];
  readonly cover: readonly Vintage[];
  /** Facts of prospectuses before a report stated the period. They do not count. */
  readonly replaced: readonly ReportedFact[];
}

const firstDay = (facts: readonly Fact[]): IsoDate | undefined =>
  facts.reduce<IsoDate | undefined>((a, { vintage: [filed] }) => (a === undefined || filed < a ? filed : a), undefined);

/** The days from which the period is in a currency. A later filing changes it if it states the period: an amount over it, or a balance sheet without one. */
function currencyDays(facts: readonly ReportedFact[]): { readonly from: IsoDate; readonly currency: Currency }[] {
  const [one] = facts;
  if (one && facts.every((f) => f.currency === one.currency)) return [{ from: firstDay(facts) ?? one.vintage[0], currency: one.currency }];
  const states: (fact: ReportedFact) => boolean = facts.some(isFlow) ? isFlow : (f) => f.tag === "Assets";
  const days: { readonly from: IsoDate; readonly currency: Currency }[] = [];
  const filings = [
    ...groupedBy(
      [...facts].sort((a, b) => byFilingOrder(a.vintage, b.vintage)),
      (f) => filingOf(f.vintage),
    ).values(),
  ];
  for (const filing of filings) {
    const [{ vintage, currency } = { vintage: undefined, currency: undefined }] = filing;
    if (!vintage || !currency || days[days.length - 1]?.currency === currency || (days.length > 0 && !filing.some(states))) continue;
    if (days[days.length - 1]?.from === vintage[0]) days.pop();
    days.push({ from: vintage[0], currency });
  }
  return days;
}

/**
 * What counts as a period's figures, by day. A period has one currency at a time: that of the latest filing that states it. Figures of a prospectus count until a
 * report states the period: its income and cash flow until a report states any of those, its balance sheet until a report states the total assets. So figures of
 * a prospectus and of a report are not mixed.
 */
export function periodVersions(facts: readonly ReportedFact[], cover: readonly Vintage[]): PeriodVersion[] {
  const currencies = currencyDays(facts);
  const hasOthers = facts.some((f) => !f.isReport);
  const reported = hasOthers ? facts.filter((f) => f.isReport) : [];
  const flowsFrom = hasOthers ? firstDay(reported.filter(isFlow)) : undefined;
  const balanceFrom = hasOthers ? firstDay(reported.filter((f) => f.tag === "Assets")) : undefined;
  const first = firstDay(facts);
  const days = [...new Set([first, ...currencies.map((c) => c.from), flowsFrom, balanceFrom].filter((day) => day !== undefined))].sort();
  return days.flatMap((from, i): PeriodVersion[] => {
    const until = days[i + 1];
    const currency = currencies.filter((c) => c.from <= from).pop()?.currency;
    if (!currency) return [];
    const isKnown = (v: Vintage): boolean => until === undefined || v[0] < until;
    const isSince = (day: IsoDate | undefined): boolean => day !== undefined && day <= from;
    const isReplaced = (f: ReportedFact): boolean => !f.isReport && isSince(isFlow(f) ? flowsFrom : balanceFrom);
    const known = facts.filter((f) => f.currency === currency && isKnown(f.vintage));
    return [
      {
        from,
        currency,
        facts: known.filter((f) => !isReplaced(f)),
        cover: cover.filter((v) => isKnown(v) && (standingOf(v[3]) === "report" || !isSince(balanceFrom))),
        replaced: known.filter((f) => isReplaced(f) && f.vintage[0] < from),
      },
    ];
  });
}
