import { capital } from "../../contract/text";
import { METRICS } from "../../contract/vocabulary";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { integerIn } from "../list-kind";
import { LAYOUT, type TableField, type TableKind } from "../kind";
import { DAY_FORMAT, formatOf } from "../number-formats";
import type { TableColumn } from "../memory";
import { requestPath, envelopeOf, given, required, rowsIn, rowsOrigin, serialIn } from "../read-body";

const PERIODS: TableField = { id: "count", label: "Number of periods", kind: "integer", bounds: { from: 1, to: 40, fallback: 5 } };

/** `eps_basic` → `EPS basic`, `sga` → `SG&A`. */
const headingOf = (metric: string): string => {
  const words = metric
    .replaceAll("_", " ")
    .replace(/^eps\b/, "EPS")
    .replace(/^sga$/, "SG&A");
  return capital(words);
};

const METRIC_COLUMNS = (unitOf: ReadonlyMap<string, string>): TableColumn[] =>
  METRICS.map((metric) => {
    const unit = unitOf.get(metric) ?? "USD";
    return { id: metric, heading: headingOf(metric), format: unit.includes("/") ? formatOf(unit, 2) : "#,##0" };
  });

/** The names of the periods that a company reported in a currency. */
const periodsIn = (periods: readonly Readonly<Record<string, unknown>>[], currency: string): string =>
  periods
    .filter((row) => row.currency === currency)
    .map(({ period }) => String(period))
    .join(", ");

/** A company's statements: a period each, across by default. */
export const STATEMENTS: TableKind = {
  id: "statements",
  title: "Statements of a company",
  about: "All lines of a company's statements by period, in its reporting currency.",
  lies: "across",
  fields: [
    { id: "ticker", label: "Ticker", required: true, example: "AAPL" },
    {
      id: "periods",
      label: "Periods",
      choices: [
        ["annual", "Full fiscal years"],
        ["quarterly", "Quarters"],
      ],
    },
    PERIODS,
    LAYOUT,
  ],
  *read(asked) {
    const ticker = required(asked, "ticker", "Ticker", "AAPL").toUpperCase();
    const reply = envelopeOf(
      yield requestPath(`/v1/equities/statements/${encodeURIComponent(ticker)}`, {
        periods: given(asked, "periods") || "annual",
        limit: integerIn(asked, PERIODS),
      }),
    );
    const periods = rowsIn(reply.data);
    const origin = rowsOrigin([reply]);
    const currencies = [...new Set(periods.map(({ currency }) => currency).filter((c) => typeof c === "string"))];
    const figuresOf = (row: (typeof periods)[number]) => rowsIn(row.figures);
    const units = new Map(
      periods.flatMap((row) =>
        figuresOf(row).flatMap(({ metric, unit }) => (typeof metric === "string" && typeof unit === "string" ? [[metric, unit] as const] : [])),
      ),
    );
    const day = (value: unknown): PlainContent => (typeof value === "string" ? serialIn(value) : null);
    return {
      title: `${ticker}, statements${currencies.length > 0 ? `, ${currencies.join(" and ")}` : ""}`,
      columns: [
        { id: "period", heading: "Period", key: true },
        { id: "period_end", heading: "Period end", format: DAY_FORMAT },
        { id: "filed", heading: "Filed", format: DAY_FORMAT },
        ...METRIC_COLUMNS(units),
      ],
      rows: periods.map((row) => {
        const figures = new Map(figuresOf(row).map(({ metric, value }) => [metric, value]));
        return [
          String(row.period),
          day(row.period_end),
          day(row.filed),
          ...METRICS.map((metric) => {
            const value = figures.get(metric);
            return typeof value === "number" ? value : null;
          }),
        ];
      }),
      ...origin,
      notes: [...(currencies.length > 1 ? currencies.map((currency) => `${periodsIn(periods, currency)}: amounts in ${currency}.`) : []), ...origin.notes],
    };
  },
};
