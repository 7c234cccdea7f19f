import type { Declarations } from "./declaration";
import { cellFunction, date, field, named, number, period, text, ticker, words } from "./parameters";

/** Filings, statements and offerings of companies. */
export const FILING_FUNCTIONS = {
  FILING: cellFunction({
    title: "A figure or the form of a company's latest filing",
    description:
      "One figure from a company's filings. The metric latest gives the form, dates, accession number and address of its newest annual or quarterly report.",
    remarks:
      'Figures are in the currency and unit of the filing, which the field unit shows. A figure that the filing does not state shows "n/a:" with the reason, never 0.',
    parameters: [
      ticker("AAPL"),
      named("metric", "filing_metric", "latest", "latest, or one of 36 figures such as revenue."),
      field("value; form if the metric is latest", { fallback: "", example: "form" }),
    ],
    fields: [
      number("value", "varies", "figure in the filing"),
      date("period_end", "end of the period"),
      text("unit", "unit of the figure"),
      text("form", "form type"),
      date("filed", "filing date"),
      text("accession", "accession number"),
      text("url", "address of the filing"),
    ],
    returns: "A figure in the filer's unit, text, or a date.",
    example: ["AAPL", "latest", "filed"],
    search: "10-k 10-q sec",
    values: { names: ["latest filing"], weight: 5, only: "latest" },
    source: "company filings",
    caveats: [],
  }),
  FIN: cellFunction({
    title: "One line of a company's statements",
    description: "One line of a company's standardised financial statements for one period, in its reporting currency.",
    remarks:
      'The unit is the reporting currency, shares for share counts, or currency per share for per-share lines. Lines per share and share counts are as filed: the field split_adjusted shows them in the shares of the day asked for, so that years across a split can be compared. A line that the filing does not state shows "n/a:" with the reason, never 0.',
    parameters: [
      ticker("AAPL"),
      named("item", "statement_item", "revenue", "Line of the financial statements, such as revenue."),
      period("period", "FY2024", "2024, FY2024, 2024Q3, or the period's end date. Default: the latest full fiscal year."),
      // Without a default, so that a formula without it asks the question that locks have stored.
      field("value, as filed", { fallback: "", example: "split_adjusted" }),
    ],
    fields: [
      number("value", "varies", "the line as filed, in the reporting currency or in shares"),
      number("split_adjusted", "varies", "the line adjusted for splits, in the shares of the day asked for"),
    ],
    returns: "A figure in the reporting currency, or in shares.",
    example: ["AAPL", "revenue", "FY2024"],
    search: "fundamentals revenue income balance sheet",
    values: { weight: 6, fields: "per share", fieldTitle: "#, adjusted for splits", isNeeded: true },
    source: "company filings",
    caveats: [],
  }),
  IPO: cellFunction({
    title: "Newest offering filing of a company",
    description: "Newest offering filing of a company, by ticker or company name. Amounts are in USD.",
    remarks:
      'All fields are of one filing. A price range is not reduced to one price: use the fields price_low and price_high. A figure that the filing does not state shows "n/a:" with the reason, never 0. First-day performance is not served.',
    parameters: [
      words("query", "ticker_or_words", 80, "a ticker or a company name", "RDDT", "US ticker or words of the company's name, at most 80 characters."),
      field("form"),
    ],
    fields: [
      text("form", "form type"),
      text("company", "company name"),
      date("filed", "filing date"),
      number("price", "USD", "offer price"),
      number("price_low", "USD", "low end of the range"),
      number("price_high", "USD", "high end of the range"),
      number("shares", "shares", "shares offered"),
      number("proceeds", "USD", "gross proceeds"),
      text("exchange", "listing exchange"),
      number("parse_confidence", "ratio", "confidence of the classifier, 0 to 1"),
      text("accession", "accession number"),
      text("ipo_group_key", "key shared by the filings of one offering"),
    ],
    returns: "Text, USD, a number of shares, or a date.",
    example: ["RDDT", "price"],
    search: "offering s-1 listing",
    source: "offering filings",
    caveats: ["offerings_null_is_not_zero", "offerings_one_row_one_filing", "offerings_range_not_midpoint"],
  }),
} satisfies Declarations;
