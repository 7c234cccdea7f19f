/** Periodic reports. Their figures are those of the period; the latest filing counts. */
const PERIODIC: ReadonlySet<string> = new Set(["10-K", "10-KT", "10-Q", "10-QT", "20-F", "40-F"]);
/** Interim reports of foreign companies, and statements recast in an 8-K (also 8-K12B, 8-K15D5). Their figures count like those of periodic reports. */
const LIKE_PERIODIC = /^(6-K|8-K\w*)$/;
/**
 * Proxy and information statements, whose tables of pay repeat net income rounded or in thousands; statements of benefit plans (11-K), which are not the
 * company's; annual reports to shareholders (ARS), which repeat the 10-K. Their figures never count.
 */
const NEVER = /14[AC]|^(11-KT?|ARS)$/;

/** The form that an amendment amends, in upper case: `10-K` for `10-K/A`. */
const amended = (form: string): string => form.toUpperCase().replace(/\/A$/, "");

/** True for a periodic report or its amendment. Compared as a whole: as a prefix, 4 would match 424B4. */
export const isPeriodicReport = (form: string): boolean => PERIODIC.has(amended(form));

/** True for an annual report or its amendment: only these show which days end a fiscal year. */
export const isAnnualReport = (form: string): boolean => /^(10-KT?|20-F|40-F)$/.test(amended(form));

/** True for a report on a transition period: the months between the old and the new end of the fiscal year. */
export const isTransitionReport = (form: string): boolean => /^10-[KQ]T$/.test(amended(form));

/** True for an annual or quarterly report. Foreign companies report their quarters on Form 6-K. */
export const isAnnualOrQuarterly = (form: string): boolean => isPeriodicReport(form) || amended(form) === "6-K";

/**
 * How a form's figures count: `report` as those of the period, `until report` if no report states the figure, `never`. Registration statements, prospectuses
 * and forms in none of these lists count until a report.
 */
export const standingOf = (form: string): "report" | "until report" | "never" =>
  isPeriodicReport(form) || LIKE_PERIODIC.test(amended(form)) ? "report" : NEVER.test(amended(form)) ? "never" : "until report";

/** The place of a form if one of several is a period's own report: periodic reports are first, then forms that count like them. */
export const placeAsReport = (form: string): number => (isPeriodicReport(form) ? 0 : standingOf(form) === "report" ? 1 : 2);
