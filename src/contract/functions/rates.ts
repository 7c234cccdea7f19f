import type { Declarations } from "./declaration";
import { NEVER_ZERO, cellFunction, date, day, field, named, number, text } from "./parameters";

/** Policy rates, Treasury yields and money-market rates. */
export const RATE_FUNCTIONS = {
  CBRATE: cellFunction({
    title: "Policy rate of a central bank",
    description: "Policy rate of a central bank, in percent a year.",
    remarks:
      'XM is the deposit facility rate of the European Central Bank; before 2024-09-18, the rate of its main refinancing operations. If the source stops publishing, the rate is withheld: the cell shows "n/a:" with the reason, never 0.',
    parameters: [
      named("country", "central_bank", "CH", "Country of the central bank, such as CH, CHE or Switzerland; XM or Eurozone for the euro area."),
      field("rate, in percent"),
    ],
    fields: [
      number("rate", "%", "policy rate"),
      date("date", "date of the rate"),
      text("rate_source", "source of the rate: bis, fred or probe"),
      number("superseded_rate_pct", "%", "older rate, if a faster source replaced it"),
      text("stance", "hiking, holding or cutting over the window"),
      number("last_change", "pp", "size of the last change"),
      date("last_change_date", "day of the last change"),
    ],
    returns: "Percent a year, percentage points, text, or a date.",
    example: ["CH"],
    search: "interest rate ecb fed central bank",
    values: {
      title: "#: policy rate",
      names: ["* policy rate", "* interest rate", "# policy rate", "# interest rate"],
      ofPlaces: true,
      fields: ["stance", "last_change"],
    },
    source: "Bank for International Settlements",
    caveats: [
      "central_bank_bis_lag",
      "central_bank_cycle_window_cumulative",
      "central_bank_level_not_flow",
      "central_bank_month_precision",
      "central_bank_moves_daily_window_only",
    ],
  }),
  YIELD: cellFunction({
    title: "Treasury yield by tenor and date",
    description: "Yield of one Treasury constant maturity, in percent a year.",
    remarks:
      'The curve is that of the last session on or before the date, at most seven days earlier; the tenor AS_OF shows its date. A tenor that the curve does not have shows "n/a:" with the reason: nothing is interpolated or carried forward.',
    parameters: [
      named("tenor", "tenor", "10Y", 'Maturity such as 3M, 10Y or "10 year", or AS_OF for the date of the curve.'),
      day(
        "date",
        { bareYear: true, optional: true, example: "2024-06-19" },
        "A date cell, a serial number, text such as 2024-06-19, or a year for its last day. Default: the latest curve.",
      ),
    ],
    result: { type: "number", unit: "%", about: "yield, % a year; for the tenor AS_OF the date of the curve" },
    returns: "Percent a year, or the date of the curve.",
    example: ["10Y", "2024-06-19"],
    search: "curve bond rate 10 year",
    values: {
      title: "Treasury yield, *",
      names: ["*", "US*", "* treasury", "* treasury yield", "* yield", "UST *", "USGG*R", "#"],
      weight: 5,
      except: "AS_OF",
    },
    source: "U.S. Department of the Treasury",
    caveats: ["yield_curve_partial_is_partial"],
  }),
  MMRATE: cellFunction({
    title: "U.S. money-market rate and its corridor",
    description: "A U.S. money-market rate, in percent a year, and its position in the target range of the Federal Reserve.",
    remarks: `Volume (USD billions) and percentiles exist for the five rates computed from transactions. corridor_position_pct is 0 at the lower limit and 100 at the upper; it can be below 0 or above 100, and is served to keys of the Developer plan only. ${NEVER_ZERO}`,
    parameters: [named("key", "money_rate", "SOFR", "Rate, such as SOFR."), field("rate, in percent")],
    fields: [
      number("rate", "%", "rate"),
      date("date", "effective date"),
      number("volume_bn", "$B", "volume"),
      number("percentile_1", "%", "1st percentile"),
      number("percentile_99", "%", "99th percentile"),
      number("percentile_width_bps", "bps", "99th less 1st percentile"),
      number("target_lower", "%", "lower limit of the target range"),
      number("target_upper", "%", "upper limit of the target range"),
      { ...number("corridor_position_pct", "%", "position in the target range, 0 to 100 inside it"), plan: "developer" },
      number("change_bps", "bps", "change from the day before"),
    ],
    returns: "Percent a year, basis points, USD billions, or a date.",
    example: ["SOFR", "corridor_position_pct"],
    search: "sofr overnight repo",
    values: { weight: 5, fields: "numbers" },
    source: "Federal Reserve Bank of New York and Board of Governors",
    caveats: ["mm_administered_effective_dating", "mm_corridor_position_unclamped", "mm_stress_is_width_not_level", "mm_volume_nyfed_only"],
  }),
} satisfies Declarations;
