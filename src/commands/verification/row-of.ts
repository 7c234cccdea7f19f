import type { PublishedMarket } from "../../service/records/market";
import type { Parsed } from "../../service/publishers/publisher";

/** The members of a `row` case that identify its row. */
interface Picked {
  readonly family: string;
  readonly pick?: string;
}

type RowReader = (pick: string, parsed: Parsed) => unknown;

/** CUSIPs of funds, which cases name by ticker. */
const FUND_CUSIPS: Readonly<Record<string, string>> = { SPY: "78462F103" };

/** By family: finds the row that a case is about, and gives its figures the names that the case uses. */
const READERS: Readonly<Record<string, RowReader>> = {
  // Cases expect null for a market without a known probability.
  prediction: (pick, { records }) => {
    const named = records.find((r) => pick.split(" ").includes(r.entity)) ?? (records.length === 1 ? records[0] : undefined);
    if (named?.dataset === "order_book") return named.body;
    const body = named?.body as PublishedMarket | undefined;
    return body?.yes_probability == null ? null : { ...body, volume: body.volume_usd };
  },
  congress: (_, { records }) => ({
    filings: records.length,
    type_P: records.filter((r) => (r.body as { readonly filing_type?: string }).filing_type === "P").length,
  }),
  treasury_curve: (pick, { records }) => {
    const [, tenor, month] = /^(\w+) monthly average (\d{4}-\d{2})$/.exec(pick) ?? [];
    return (records.find((r) => r.dataset === "rate_average" && r.entity === tenor && r.date === `${month}-01`)?.body as { rate?: number } | undefined)?.rate;
  },
  // A case ends with the contract's code and the date.
  cot: (pick, { records }) => records.find((r) => pick.endsWith(` ${r.entity} ${r.date}`))?.body,
  "13f": (pick, { reports = [] }) => {
    const [, accession, ticker = ""] = /^filing ([\d-]+), issuer (\S+)/.exec(pick) ?? [];
    // 13F reports name no tickers. Cases compare by CUSIP if the ticker is not resolved.
    const cusip = FUND_CUSIPS[ticker];
    const report = reports.find((r) => r.accession === accession);
    const holding = report?.holdings.find((h) => h.ticker === ticker || h.cusip === cusip);
    if (!report || !holding) return undefined;
    const { shares, raw_value, value } = holding;
    return { shares, raw_value, value_usd: value, table_total_usd: report.total, unit: report.unit, period: report.period, filed: report.filed };
  },
  tic: (pick, { rows }) => Object.fromEntries(rows.filter((r) => pick.endsWith(r.date.slice(0, 7))).map((r) => [r.series.replace("TIC.", ""), r.value])),
};

/** Finds the row of a case in a parsed document, with the members to compare; undefined if there is none. */
export const rowOf = ({ family, pick = "" }: Picked, parsed: Parsed): unknown => READERS[family]?.(pick, parsed);
