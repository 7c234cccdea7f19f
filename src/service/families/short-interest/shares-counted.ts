import type { IsoDate } from "../../../contract/dates";
import type { Code } from "../../../contract/codes";
import type { ReasonText } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isStale } from "../../answers/maximum-age";
import { classNamedIn } from "../../records/symbols";
import { publishedFilerOf, publishedStatements } from "../fundamentals/published-statements";
import type { Statement } from "../fundamentals/rows";
import { shortInterestUncompared } from "../share-basis/doubt-in-words";
import { inShares, isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { kindOfIssue, mayBeReceipts } from "./security-kind";

/** Shares outstanding in shares of a settlement, or why there is no such count. */
export type SharesCounted = { readonly shares: number } | { readonly code: Code; readonly why: ReasonText };

/** A position of one symbol on one day. */
interface Position {
  readonly ticker: string;
  /** FINRA's name of the issue. */
  readonly name: string;
  readonly settlement: IsoDate;
  readonly short: number;
  /** True if another class of the company's shares is known as of the answer: an earlier settlement was not public on its own day. */
  readonly classes: () => boolean;
}

const NEXT = "Field short_interest is available.";
/** No filing is known, or none that counts shares and is new enough. */
export const NO_COUNT: SharesCounted = {
  code: "denominator_invalid",
  why: { short: "No usable count of shares outstanding is known.", full: `No usable count of shares outstanding is known. ${NEXT}` },
};
const unlike = (kind: string, name: string, filing: string): SharesCounted => ({
  code: "denominator_invalid",
  why: {
    short: `Not computed: short interest is in ${kind}.`,
    full: `The percent of shares is not computed: short interest is in ${kind}${name === "" ? "" : ` ("${name}")`}, and the filing counts ${filing}. ${NEXT}`,
  },
});
const severalClasses = (name: string): SharesCounted => ({
  code: "multi_class_unresolved",
  why: {
    short: "Not computed: the company has several share classes.",
    full: `The percent of shares is not computed: the company has several share classes, short interest is of one of them${name === "" ? "" : ` ("${name}")`}, and the filing counts shares of all or of another. ${NEXT}`,
  },
});
const typedWrong = (why: string): SharesCounted => ({
  code: "denominator_invalid",
  why: {
    short: "Not computed: the count of shares is in doubt.",
    full: `The percent of shares is not computed: ${why}. The count may be typed in thousands. ${NEXT}`,
  },
});

/** Counts that differ by this factor are in different units: new shares and buybacks change a count far less within a year. */
const OTHER_UNIT = 200;
/** More times the shares outstanding are not sold short, also if the count is a year old. */
const MOST_TIMES_SHORT = 3;
const inOtherUnit = (a: number, b: number): boolean => Math.max(a / b, b / a) >= OTHER_UNIT;

const COVER = "EntityCommonStockSharesOutstanding";

/** True if the filing of a count states no single count on its cover, which then lists the classes one by one. */
function coverListsClasses(statement: Statement, accession: string): boolean {
  const all = statement.vintagesOf?.("shares_outstanding") ?? [];
  return !all.some(([, , filing, , tag]) => filing === accession && tag === COVER);
}

/** Why a count is in another unit than it seems, compared with the weighted average of its year, or else with the count of the year before. */
function unitDoubt(count: number, stated: Statement, before: Statement | undefined): string | undefined {
  const average = stated.figure("shares_basic") ?? stated.figure("shares_diluted");
  if (average !== undefined && average > 0)
    return inOtherUnit(count, average) ? `the filing counts ${count} shares outstanding, and ${average} on average over the period` : undefined;
  const earlier = before?.figure("shares_outstanding");
  return earlier !== undefined && earlier > 0 && inOtherUnit(count, earlier)
    ? `the filing counts ${count} shares outstanding, and that of ${before?.period} counts ${earlier}`
    : undefined;
}

/** The percent's denominator: the shares outstanding by the company's newest filing, if it counts what is sold short. */
export function sharesCounted(context: Context, { ticker, name, settlement, short, classes }: Position): SharesCounted {
  const filer = publishedFilerOf(context, ticker);
  if (!filer) return NO_COUNT;
  const kind = kindOfIssue(name, ticker);
  if (kind !== undefined) return unlike(kind, name, kind === "depositary shares" ? "ordinary shares" : "common shares");
  const statements = publishedStatements(context, filer);
  const newest = statements.latestFiling();
  const stated = (newest && statements.of(newest.periodEnd)) ?? statements.latestYear();
  const figure = stated?.statedFigure?.("shares_outstanding");
  if (!stated || !figure || isStale("annual_statement", stated.periodEnd, settlement)) return NO_COUNT;
  const [, count, accession, form] = figure.served;
  if ([form, statements.latestYear()?.filing.form ?? ""].some((of) => mayBeReceipts(name, of)))
    return unlike("shares that may be depositary receipts", name, "ordinary shares: it is a 20-F");
  const letter = classNamedIn(name);
  if (classes() || (letter !== undefined && (letter !== "A" || coverListsClasses(stated, accession)))) return severalClasses(name);
  const doubt = unitDoubt(
    count,
    stated,
    statements.years(2).find(({ periodEnd }) => periodEnd < stated.periodEnd),
  );
  if (doubt !== undefined) return typedWrong(doubt);
  const basis = shareBasisOf(context, ticker).onDay(figure, settlement);
  if (isDoubt(basis)) return { code: "share_basis_unknown", why: shortInterestUncompared(basis) };
  const shares = inShares("shares_outstanding", count, basis);
  if (shares <= 0) return NO_COUNT;
  return short > MOST_TIMES_SHORT * shares ? typedWrong(`${short} shares are sold short, and the filing counts ${shares} shares outstanding`) : { shares };
}
