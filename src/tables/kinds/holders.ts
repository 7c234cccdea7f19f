import { LAYOUT } from "../kind";
import { listKind, mostRows } from "../list-kind";
import { given, required } from "../read-body";

/** The institutions that hold a company's shares, by their 13F reports. */
export const HOLDERS = listKind({
  id: "holders",
  title: "13F holders of a company",
  about: "Positions in institutions' 13F reports of one quarter, largest first.",
  fields: [
    { id: "ticker", label: "Ticker", required: true, example: "AAPL" },
    { id: "quarter", label: "Quarter", hint: "such as 2024Q1; default: the latest whose reports are due", example: "2024Q1" },
    mostRows(50, 500),
    LAYOUT,
  ],
  titleOf: (asked) => `13F holders of ${given(asked, "ticker").toUpperCase()}`,
  path: () => "/v1/equities/institutional",
  parameters: (asked) => ({ ticker: required(asked, "ticker", "Ticker", "AAPL"), quarter: given(asked, "quarter").toUpperCase() }),
  page: 500,
  columns: [
    { id: "fund_name", heading: "Institution", as: "text" },
    { id: "fund_cik", heading: "CIK", as: "text", key: true },
    { id: "cusip", heading: "CUSIP", as: "text", key: true },
    { id: "quarter", heading: "Quarter", as: "text" },
    { id: "shares", heading: "Shares" },
    { id: "market_value_usd", heading: "Value, USD" },
    {
      id: "qoq_signal",
      heading: "Change on quarter",
      as: "text",
      of: (row) => row.qoq_signal ?? (typeof row.qoq_reason === "string" ? `n/a: ${row.qoq_reason}`.slice(0, 65) : null),
    },
    { id: "filed", heading: "Filed", as: "day" },
    { id: "accession", heading: "Accession", as: "text" },
  ],
});
