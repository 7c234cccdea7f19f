import { capital } from "../../contract/text";
import type { Metric } from "../../contract/vocabulary";
import { firstDoubt, type DoubtCheck } from "./doubt-check";

/** The figures of one period, and the one in question. */
export interface DoubtedFigures {
  readonly metric: Metric;
  readonly period: string;
  readonly figure: (metric: Metric) => number | undefined;
  /** The number of the filing of a figure. Only figures of one filing count the same shares. */
  readonly accession: (metric: Metric) => string | undefined;
  /** What the filings themselves make doubtful, in a sentence. */
  readonly stated: (metric: Metric) => string | undefined;
}

/** A check of figures, and those that it casts doubt on: it does not show which one is wrong. */
interface StatementCheck extends DoubtCheck<DoubtedFigures> {
  readonly doubts: readonly Metric[];
}

/** Figures of one period may be rounded, or of filings a little apart. */
const ROUNDED = 1.001;

const inWords = (metric: Metric): string => metric.replaceAll("_", " ");

/** A part is not larger than its whole. A whole that is zero or negative is not compared. */
const part = (of: Metric, whole: Metric): StatementCheck => ({
  figure: of,
  bound: `at most ${whole} of the same period`,
  doubts: [of, whole],
  doubt: ({ period, figure }) => {
    const [a, b] = [figure(of), figure(whole)];
    return a !== undefined && b !== undefined && b > 0 && a > b * ROUNDED
      ? `${capital(inWords(of))} of ${a} is more than ${inWords(whole)} of ${b} in ${period}.`
      : undefined;
  },
});

/** Net income above revenue has a reason if income from operations, or before tax, is not above it: gains, discontinued operations, or a tax benefit. */
const netMargin: StatementCheck = {
  figure: "net_income",
  bound: "at most revenue of the same period, unless operating_income or pretax_income is: then gains, discontinued operations or a tax benefit explain it",
  doubts: ["net_income", "revenue"],
  doubt: ({ period, figure }) => {
    const [income, revenue] = [figure("net_income"), figure("revenue")];
    if (income === undefined || revenue === undefined || revenue <= 0 || income <= revenue * ROUNDED) return undefined;
    const isNamed = (["operating_income", "pretax_income"] as const).some((metric) => (figure(metric) ?? Number.POSITIVE_INFINITY) <= revenue);
    return isNamed ? undefined : `Net income of ${income} is more than revenue of ${revenue} in ${period}.`;
  },
};

/** Earnings per share below this are rounded too far to compare. */
const MIN_EPS = 0.02;
const MAX_FACTOR = 10;

/** Net income over shares, if it differs from the stated earnings per share by a factor. Figures of one filing count the same shares, whatever the splits. */
function misfit(kind: "basic" | "diluted", { figure, accession }: DoubtedFigures) {
  const [eps, shares, income] = [figure(`eps_${kind}`), figure(`shares_${kind}`), figure("net_income")];
  if (eps === undefined || shares === undefined || income === undefined || shares <= 0) return undefined;
  if (accession(`eps_${kind}`) !== accession(`shares_${kind}`) || accession("net_income") !== accession(`eps_${kind}`)) return undefined;
  const computed = income / shares;
  // Preferred dividends may turn a small profit into a loss a share.
  if (eps * computed <= 0 || Math.max(Math.abs(eps), Math.abs(computed)) < MIN_EPS) return undefined;
  if (Math.max(eps / computed, computed / eps) < MAX_FACTOR) return undefined;
  const size = Math.max(figure("revenue") ?? 0, figure("total_assets") ?? 0);
  return { eps, shares, income, computed, sharesAreFew: Math.abs(computed) > Math.abs(eps) && Math.abs(income) <= size };
}

type Misfit = NonNullable<ReturnType<typeof misfit>>;
const misfitInWords = ({ eps, shares, income, computed }: Misfit, period: string): string =>
  `Net income of ${income} over ${shares} shares is ${Number(computed.toPrecision(3))} a share in ${period}, and the filing states ${eps}.`;

const perShare = (kind: "basic" | "diluted", bound: string, doubts: readonly Metric[], ofShares: boolean): StatementCheck => ({
  figure: doubts.join(", "),
  bound,
  doubts,
  doubt: (of) => {
    const found = misfit(kind, of);
    return found?.sharesAreFew === ofShares ? misfitInWords(found, of.period) : undefined;
  },
});

/** Earnings per share are net income over shares. Net income that fits revenue or assets, over too few shares, shows that the count is in thousands. */
const perShareChecks = (kind: "basic" | "diluted"): readonly StatementCheck[] => {
  const bound = `net_income / shares_${kind} within a factor of ${MAX_FACTOR} of eps_${kind}, in one filing, with one sign and at least ${MIN_EPS}`;
  return [
    perShare(kind, `${bound}; if it is more, and net_income at most revenue or total_assets`, [`shares_${kind}`], true),
    perShare(kind, `${bound}; otherwise`, [`eps_${kind}`, `shares_${kind}`, "net_income"], false),
  ];
};

/** Noncontrolling interests may be negative, so liabilities and equity may exceed assets a little. */
const MAX_OVER_ASSETS = 1.1;
const balance: StatementCheck = {
  figure: "total_assets",
  bound: "at least total_liabilities + equity, less 10 % for noncontrolling interests",
  doubts: ["total_assets", "total_liabilities", "equity"],
  doubt: ({ period, figure }) => {
    const [assets, liabilities, equity] = [figure("total_assets"), figure("total_liabilities"), figure("equity")];
    if (assets === undefined || liabilities === undefined || equity === undefined || assets <= 0) return undefined;
    return liabilities + equity > assets * MAX_OVER_ASSETS
      ? `Liabilities of ${liabilities} and equity of ${equity} are more than assets of ${assets} at the end of ${period}.`
      : undefined;
  },
};

/** What the filings of a company show beside each other. The publisher's parser finds it, because it takes several periods. */
const stated: StatementCheck = {
  figure: "every line",
  bound:
    "not 1,000 or a million times what filings before stated; one value in one filing; no tag that the filing shows to be a part; no smaller value under another tag in a later filing",
  doubts: [],
  doubt: ({ metric, period, stated: of }) => {
    const sentence = of(metric);
    return sentence && `${capital(inWords(metric))} of ${period}: ${sentence}`;
  },
};

/** Checks that also tell which of several stated revenues is the total. */
export const REVENUE_CHECKS: readonly StatementCheck[] = [part("gross_profit", "revenue"), netMargin];

export const STATEMENT_CHECKS: readonly StatementCheck[] = [
  ...REVENUE_CHECKS,
  part("current_assets", "total_assets"),
  part("cash", "total_assets"),
  part("current_liabilities", "total_liabilities"),
  balance,
  ...perShareChecks("diluted"),
  ...perShareChecks("basic"),
  stated,
];

/** The first doubt about one figure of a statement. */
export const statementDoubt = (of: DoubtedFigures): string | undefined =>
  firstDoubt(
    STATEMENT_CHECKS.filter((check) => check === stated || check.doubts.includes(of.metric)),
    of,
  );
