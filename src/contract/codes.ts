/**
 * Every code that stands beside a null value, with what it means. A closed list: the service may send no other, and each
 * host turns it into what a cell shows through `kind`.
 *
 * - `data`: the data says no (unknown, withheld, refused, not stated). The cell shows `n/a: reason`.
 * - `argument`: the question is malformed. The cell shows `#VALUE!` with the sentence.
 * - `fault`: the service failed on this cell alone. The cell shows `#N/A` with the sentence; it is not kept.
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
  ambiguous_market: { kind: "data", meaning: "Several prediction markets fit these words equally well; none is chosen." },
  no_observation: { kind: "data", meaning: "The series has no observation for that day or period." },
  no_data_yet: { kind: "data", meaning: "Nothing had been published by the date asked for." },
  stale: { kind: "data", meaning: "The last observation is too old to be shown as the latest; the reason names its day." },
  no_curve: { kind: "data", meaning: "No curve is loaded for that date or for the seven days before it." },
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
  calendar_unavailable: { kind: "data", meaning: "The per-event calendar is not served." },
  proprietary_forecasts: { kind: "data", meaning: "The forecasts that this figure needs are proprietary." },
  no_affiliate_data: { kind: "data", meaning: "Float unknown: no affiliate holdings are known." },
  multi_class_unresolved: { kind: "data", meaning: "Float unknown: several share classes could not be told apart." },
  denominator_invalid: { kind: "data", meaning: "The denominator is missing or not usable." },
  float_non_positive: { kind: "data", meaning: "Float unknown: affiliates hold as much as there is." },
  not_latest_settlement: { kind: "data", meaning: "The ticker has no row at the latest settlement date." },
  days_to_cover_censored: { kind: "data", meaning: "The source gave its ceiling of 999.99: above it, or undefined with no volume." },
  volume_not_published: { kind: "data", meaning: "Volume and percentiles exist for five overnight rates only." },
  corridor_unknown: { kind: "data", meaning: "The target range for that day is not known." },
  adr_multiples_refused: { kind: "data", meaning: "A depositary filer's market cap and multiples are refused, not estimated." },
  price_return_split_refused: { kind: "data", meaning: "A price return is refused when the window holds a jump that looks like a split." },
  share_basis_unknown: {
    kind: "data",
    meaning: "A split may lie between the price and the per-share figure or share count, and its day or ratio is not known.",
  },
  negative_denominator: { kind: "data", meaning: "A multiple over a figure of zero or below is refused." },
  not_meaningful: { kind: "data", meaning: "The figure says nothing about a company of this kind, and is refused." },
  too_few_peers: { kind: "data", meaning: "Too few peers for a median or a percentile." },
  no_price: { kind: "data", meaning: "No price is known, and prices are never estimated." },
  range_not_priced: { kind: "data", meaning: "Only a range is stated; it is never collapsed into one price." },
  not_priced_yet: { kind: "data", meaning: "The offering is in registration and carries no price." },
  no_options_chain: { kind: "data", meaning: "No options chain is covered for this name." },
  no_flip: { kind: "data", meaning: "The modeled gamma does not cross zero in the range of strikes." },
  not_superseded: { kind: "data", meaning: "No faster source has superseded the published rate." },
  inputs_missing: { kind: "data", meaning: "An input that the figure needs cannot be read." },
  not_fetched: { kind: "data", meaning: "The publisher is asked for this name or window; its figures have not come yet, or do not reach so far." },
  source_unavailable: { kind: "data", meaning: "The source could not be asked or refused, and nothing of it is kept that could be served instead." },
  not_loaded: { kind: "data", meaning: "Nothing published is loaded for this, and sample data is switched off." },
  after_as_of: { kind: "data", meaning: "The date asked for lies after the service's own date." },
  bad_argument: { kind: "argument", meaning: "An argument is missing or not of the form that the function takes." },
  unknown_function: { kind: "argument", meaning: "The service has no function of this name." },
  service_fault: { kind: "fault", meaning: "The service had an error of its own with this cell; the others are served." },
} as const satisfies Record<string, { kind: "data" | "argument" | "fault"; meaning: string }>;

export type Code = keyof typeof CODES;
export const CODE_IDS = Object.keys(CODES) as Code[];

/** True for codes that say the question itself was wrong, which cells show as `#VALUE!` rather than as reason text. */
export const isArgumentCode = (code: string): boolean => code === "bad_argument" || code === "unknown_function";

/** True for the code that says that the service failed on a cell. */
export const isFaultCode = (code: string): boolean => code === "service_fault";
