/**
 * The codes of answers without a value, with their meaning. A closed list: the service sends no other code. `kind` decides what the cell shows:
 *
 * - `data`: there is no value (unknown, withheld, refused, not stated). The cell shows `n/a: reason`.
 * - `argument`: the call is malformed. The cell shows `#VALUE!` with the reason.
 * - `fault`: the service failed on this cell. The cell shows `#N/A` with the reason; the answer is not cached.
 */
export const CODES = {
  unknown_ticker: { kind: "data", meaning: "No company or symbol of this name is covered by this family." },
  unknown_series: { kind: "data", meaning: "The series id is not one of the curated series; only those are served." },
  unknown_country: { kind: "data", meaning: "No statistics or policy rate are served for this country." },
  unknown_tenor: { kind: "data", meaning: "The Treasury curve has no such tenor; nothing is interpolated." },
  unknown_rate: { kind: "data", meaning: "Not one of the six money-market rates." },
  unknown_asset: { kind: "data", meaning: "Not one of the assets that this family covers." },
  unknown_signal_type: { kind: "data", meaning: "Not one of the signal types of the track record." },
  unknown_metric: { kind: "data", meaning: "Not one of the 36 metrics." },
  unknown_market: { kind: "data", meaning: "No open prediction market has this id or all of these words." },
  ambiguous_market: { kind: "data", meaning: "Several prediction markets match these words equally well; none is chosen." },
  no_observation: { kind: "data", meaning: "The series has no observation for that day or period." },
  no_data_yet: { kind: "data", meaning: "Nothing had been published by this date." },
  stale: { kind: "data", meaning: "The last observation is too old to be shown as the latest; the reason names its day." },
  no_curve: { kind: "data", meaning: "No curve is loaded for this date or the seven days before it." },
  tenor_missing: { kind: "data", meaning: "The curve of that day has no value for this tenor; it is never interpolated." },
  not_covered: { kind: "data", meaning: "This item is not covered for this name." },
  not_stated: { kind: "data", meaning: "The filing does not state this figure; null is not zero." },
  no_filing: { kind: "data", meaning: "No filing of this kind is known." },
  no_period: { kind: "data", meaning: "No filing covers this period." },
  no_signal: { kind: "data", meaning: "No signal in the window." },
  no_active_signal: { kind: "data", meaning: "No confluence or divergence is active." },
  no_trades: { kind: "data", meaning: "No disclosed trade in the window." },
  young_record: { kind: "data", meaning: "Too few completed horizons for a median." },
  withheld_stopped: { kind: "data", meaning: "The source stopped publishing; the last level is withheld." },
  source_not_licensed: { kind: "data", meaning: "The source's terms forbid redistribution; the figure is withheld." },
  plan_required: { kind: "data", meaning: "The figure is served to keys of another plan only; the reason names the plan." },
  calendar_unavailable: { kind: "data", meaning: "The per-event calendar is not served." },
  proprietary_forecasts: { kind: "data", meaning: "The forecasts that this figure needs are proprietary, and none of your own are imported." },
  no_affiliate_data: { kind: "data", meaning: "Float unknown: no affiliate holdings are known." },
  multi_class_unresolved: { kind: "data", meaning: "Float unknown: the company has several share classes, and their figures cannot be separated." },
  denominator_invalid: { kind: "data", meaning: "The denominator is missing or cannot be used." },
  float_non_positive: { kind: "data", meaning: "Float unknown: affiliates hold all shares or more." },
  not_latest_settlement: { kind: "data", meaning: "The ticker has no row at the latest settlement date." },
  days_to_cover_censored: { kind: "data", meaning: "The source shows its ceiling of 999.99: days to cover is higher, or undefined because volume is zero." },
  volume_not_published: { kind: "data", meaning: "Volume and percentiles exist for five overnight rates only." },
  corridor_unknown: { kind: "data", meaning: "The target range for that day is not known." },
  adr_multiples_refused: { kind: "data", meaning: "A depositary filer's market cap and multiples are refused, not estimated." },
  price_return_split_refused: { kind: "data", meaning: "A price return is refused if the window has a jump that looks like a split." },
  share_basis_unknown: {
    kind: "data",
    meaning: "A split may lie between the price and the per-share figure or share count, and its day or ratio is not known.",
  },
  negative_denominator: { kind: "data", meaning: "A multiple is refused if its denominator is zero or negative." },
  not_meaningful: { kind: "data", meaning: "The figure is refused because it is not meaningful for a company of this kind." },
  too_few_peers: { kind: "data", meaning: "Too few peers for a median or a percentile." },
  no_price: { kind: "data", meaning: "No price is known, and prices are never estimated." },
  range_not_priced: { kind: "data", meaning: "Only a range is stated; it is never collapsed into one price." },
  not_priced_yet: { kind: "data", meaning: "The offering is registered but not priced yet." },
  no_options_chain: { kind: "data", meaning: "No options chain is covered for this name." },
  no_flip: { kind: "data", meaning: "The modeled gamma does not cross zero in the range of strikes." },
  not_superseded: { kind: "data", meaning: "No faster source has superseded the published rate." },
  inputs_missing: { kind: "data", meaning: "An input that the figure needs cannot be read." },
  not_fetched: { kind: "data", meaning: "The publisher's figures for this name or window are not fetched yet, or do not cover it." },
  source_unavailable: { kind: "data", meaning: "The source did not answer or refused, and none of its data is stored." },
  not_loaded: { kind: "data", meaning: "Nothing published is loaded for this, and sample data is switched off." },
  after_as_of: { kind: "data", meaning: "The date is after the service's date." },
  bad_argument: { kind: "argument", meaning: "An argument is missing, or is not what the function expects." },
  unknown_function: { kind: "argument", meaning: "The service has no function of this name." },
  service_fault: { kind: "fault", meaning: "The service had an error with this cell; the other cells have their answers." },
} as const satisfies Record<string, { kind: "data" | "argument" | "fault"; meaning: string }>;

export type Code = keyof typeof CODES;
export const CODE_IDS = Object.keys(CODES) as Code[];

/** True for the codes of kind `argument`, which cells show as `#VALUE!`. */
export const isArgumentCode = (code: string): boolean => code === "bad_argument" || code === "unknown_function";

/** True for the code of kind `fault`. */
export const isFaultCode = (code: string): boolean => code === "service_fault";
