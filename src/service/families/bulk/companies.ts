import type { Metric } from "../../../contract/vocabulary";
import { lastPublicDay } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import {
  cikOfStatements,
  type FiledReport,
  type Filer,
  type IndexedFiling,
  type ReportedOffering,
  type Security,
  type StatedPeriod,
} from "../../records/filings";
import { filingUrl, publishedOn, symbolsOfFiler } from "../fundamentals/published-statements";
import { unitOfMetric } from "../fundamentals/rows";
import { servedDoubt, servedFigure } from "../../doubts/served-figure";
import { type BulkRow, ofLines, ofRecords, provenance } from "./dataset";

/** The filer of each ticker. */
export const filers = ofRecords<Filer>({
  name: "filers",
  title: "Tickers of companies that file with the SEC",
  about: "The company of one ticker, to join the other files of filings by CIK. Where sources differ, one row for each; the first is used.",
  columns: { ticker: "share class after a point, such as BRK.B", cik: "the SEC's number of the company, without leading zeros", name: "as the SEC lists it" },
  sources: ["sec"],
  dataset: "filer",
  rows: ({ entity, body }) => [[entity, body.cik, body.name]],
});

/** The CUSIP of each symbol. */
export const securities = ofRecords<Security>({
  name: "securities",
  title: "CUSIPs of symbols",
  about:
    "A CUSIP of one symbol in the SEC's lists of fails to deliver of one year. A symbol whose CUSIP changed has several rows. Symbols without fails in the loaded lists are missing.",
  columns: { symbol: "the symbol, as listed", cusip: "nine characters", name: "description of the security, as listed", year: "the year of the lists" },
  sources: ["sec"],
  dataset: "security",
  rows: ({ entity, date, body }) => [[entity, body.cusip, body.name, Number(date.slice(0, 4))]],
});

const tickersOf = (context: Context, cik: string): string | undefined => symbolsOfFiler(context, cik).join(" ") || undefined;

const CIK = "the SEC's number of the company, without leading zeros";
const TICKERS = "its tickers, separated by blanks; empty if none is known";

/** A statement has some thirty figures, each with the values of several filings. */
const STATEMENTS_PER_PART = 20;

/** All values that filings have stated, with the one that cells show. */
export const companyStatements = ofLines<StatedPeriod>({
  name: "company_statements",
  title: "Figures of financial statements, as filed",
  about:
    "One value of one figure that one filing states for one period. A restatement is a row of its own. FIN and FILING show the rows whose `served` is true; such a row has the caveat value_in_doubt if a check doubts its value. Figures per share and numbers of shares are as filed, not adjusted for later splits. free_cash_flow, which cells compute from operating_cash_flow and capex, is not in the file.",
  columns: {
    cik: CIK,
    tickers: TICKERS,
    metric: "the figure, as in FIN",
    date: "last day of the period",
    period: "fiscal year or quarter, such as FY2024 or 2024Q3; 2024T and 2024T1 are a transition period and its first quarter, and a day is another quarter",
    filed: "day of the filing",
    value: "in the unit of the row",
    unit: "the filer's currency, currency/shares, or shares",
    served: "true for the value that cells show: of the preferred tag, from the latest filing",
    form: "the filing's form, such as 10-K",
    accession: "the SEC's number of the filing",
    tag: "the filing's XBRL tag, or computed and the tags that were added",
    preference:
      "1 for the preferred tag of the figure, then its other tags, then other forms than reports; cells show a higher number only if no lower one has a value",
  },
  sources: ["sec"],
  dataset: "statement",
  kinds: ["filer"],
  perPart: STATEMENTS_PER_PART,
  lines: ({ entity, date, source, body }, context) => {
    const { period, currency, stated } = body;
    const cik = cikOfStatements(entity);
    const tickers = tickersOf(context, cik);
    const upTo = lastPublicDay(context);
    const servedOf = new Map((Object.keys(stated) as Metric[]).map((metric) => [metric, servedFigure(body, metric, upTo)?.served]));
    return [...servedOf].flatMap(([metric, served]): BulkRow[] => {
      const lists = stated[metric] ?? [];
      const isDoubted = served !== undefined && servedDoubt(body, metric, upTo, (of) => servedOf.get(of)) !== undefined;
      const unit = unitOfMetric(metric, currency);
      // A stored period also has the values of filings that were not public at the moment.
      return lists.flatMap((list, i) =>
        list
          .filter(([filed]) => filed <= upTo)
          .map((vintage): BulkRow => {
            const [filed, value, accession, form, tag] = vintage;
            const cells = [cik, tickers, metric, date, period, filed, value, unit, vintage === served, form, accession, tag, i + 1];
            return [...cells, ...provenance(source, publishedOn(filed).at, isDoubted && vintage === served ? ["value_in_doubt"] : [])];
          }),
      );
    });
  },
});

/** The list of companies' filings. */
export const filingsDataset = ofRecords<FiledReport>({
  name: "filings",
  title: "Filings of companies",
  about: "One filing of one company, of any form, from the company's latest filings at the SEC. FILING latest shows the newest periodic report.",
  columns: {
    cik: CIK,
    tickers: TICKERS,
    date: "day of the filing",
    form: "the form, such as 10-Q, 8-K or 4",
    accession: "the SEC's number of the filing",
    period_end: "last day of the period that it reports; empty if it has none",
    items: "items of an 8-K, such as 4.02, separated by blanks; empty if not listed",
    url: "address of the filing at the SEC",
  },
  sources: ["sec"],
  dataset: "filing",
  kinds: ["filer"],
  rows: ({ entity, date, body }, context) => {
    const cik = entity.replace(/\/other$/, "");
    const { form, accession, periodEnd, items } = body;
    return [[cik, tickersOf(context, cik), date, form, accession, periodEnd, items?.join(" "), filingUrl(cik, accession)]];
  },
});

/** Offerings with the figures of their covers. */
export const offeringsDataset = ofRecords<ReportedOffering>({
  name: "offerings",
  title: "Registered offerings",
  about: "One filing of one offering with the figures on its cover, as IPO shows the newest. A price range never becomes a price.",
  columns: {
    ticker: "the future symbol; empty if the filing names none",
    date: "day of the filing, or the prospectus's own date",
    form: "S-1, F-1, 424B1, 424B4, or an amendment such as S-1/A",
    company: "name of the company",
    filed: "day of the filing; empty if only the prospectus was imported",
    price: "US dollars a share; empty before the pricing",
    price_low: "low end of the range, US dollars a share; empty if not stated",
    price_high: "high end of the range, US dollars a share; empty if not stated",
    shares: "number of shares offered; empty if not stated",
    exchange: "exchange of the listing; empty if not stated",
    parse_confidence: "confidence of the classifier, 0 to 1",
    accession: "the SEC's number of the filing; empty if not known",
    ipo_group_key: "the same for all filings of one offering; empty if not stated",
  },
  sources: ["sec"],
  caveats: ["offerings_null_is_not_zero", "offerings_one_row_one_filing", "offerings_range_not_midpoint"],
  dataset: "offering",
  rows: ({ date, body: b }) => [
    [b.ticker, date, b.form, b.company, b.filed, b.price, b.priceLow, b.priceHigh, b.shares, b.exchange, b.parseConfidence, b.accession, b.groupKey],
  ],
});

/** Filings of offerings in the SEC's daily lists. */
export const offeringIndex = ofRecords<IndexedFiling>({
  name: "offering_index",
  title: "Offerings in the SEC's daily lists",
  about:
    "One filing of an offering in a daily list of the SEC, by any company. It shows which filings exist; offerings.csv has the figures of those that were read.",
  columns: {
    accession: "the SEC's number of the filing",
    date: "day of the filing",
    form: "the form, such as S-1",
    company: "name of the company",
    cik: CIK,
  },
  sources: ["sec"],
  dataset: "listed_filing",
  rows: ({ date, body }) => [[body.accession, date, body.form, body.company, body.cik]],
});
