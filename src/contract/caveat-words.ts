import { CAVEATS, type CaveatId } from "./caveats";

/**
 * What people read instead of the specification's sentence, where that names members of replies or speaks of implementation. Other caveats are shown in the
 * specification's words. Replies, the registry of fields and agents keep those.
 */
const IN_PLAIN_WORDS: Partial<Record<CaveatId, string>> = {
  btc_netflow_artifact:
    "Net flow of BTC to exchanges mostly shows transfers within one entity. Flows of ether and stablecoins show genuine movements to and from exchanges.",
  calibration_historical_not_forecast: "Calibration, Brier score and accuracy describe past outcomes. They are no forecast.",
  central_bank_bis_lag:
    "The main source of policy rates publishes some days late. If a faster source has a newer rate, that rate is shown, and the older one is kept as the superseded rate.",
  central_bank_cycle_window_cumulative: "The stance (hiking, holding or cutting) is the sum of the rate changes over the window.",
  central_bank_level_not_flow: "A policy rate is a level. A rate whose source stopped publishing is not shown.",
  central_bank_month_precision: "Of some rate changes only the month is known, not the day.",
  central_bank_moves_daily_window_only: "Rate changes are known to the day only in the recent period for which daily rates are available.",
  "confluence-family-coverage": "A missing component means that there is no data for it, not that it disagrees.",
  "confluence-not-additive-proof": "Agreement of independent data families is context, not a prediction. Every component is listed.",
  cot_lag: "Commitments of Traders data is weekly and published about three days after the Tuesday that it describes.",
  econ_attribution_travels_with_the_data: "Quote each figure with its attribution.",
  econ_mixed_periods: "Countries publish on different days and at different frequencies. Check the period of each figure before you compare.",
  econ_values_as_published: "Values are as published, in their newest revision. Earlier values are kept.",
  econ_yoy_is_a_kresmion_calculation: "The change from a year earlier is calculated by this service: in percent for levels, in percentage points for rates.",
  end_date_scheduled_not_actual: "The end date of a prediction market is its scheduled close. It may close on another day.",
  esi_event_count_is_the_sample:
    "The number of events counts the scored releases of the last 90 days. With few releases the index is marked as thin: treat it with caution.",
  esi_is_derived_not_the_calendar: "The index is an aggregate. The single releases behind it are not available.",
  esi_surprise_is_relative_to_forecast:
    "A surprise is the actual figure minus the consensus, divided by the usual size of the indicator's last surprises (up to 40; at least 8 are needed) and limited to ±4. Releases count 1.0, 0.5 or 0.2 by importance, and are averaged over 90 days. Inflation releases are not part of the headline.",
  fedpath_ladder_is_the_deepest_event:
    "The path uses the market with the most volume for each meeting. Other markets for that meeting are listed with their share of the volume.",
  fedpath_prices_not_a_forecast: "Prices are last trades, in percent. The outcomes of one meeting need not add up to 100.",
  fedpath_single_venue: "The prices are from one exchange only. There are no releases of an economic calendar.",
  fred_curated_series_only: "Only a fixed list of series is available, not every series of the source.",
  fred_observation_date_not_fetch_date: "The observation date is the day or period that the number describes, not the day on which it was fetched.",
  gamma_modeled_not_measured: "Gamma and implied distributions come from a model. They are not measured positions.",
  heuristic_labels_do_not_suppress:
    "Some transfers look as if they were within one entity, but this is not verified. They are marked, and still counted. Check the confidence of their label.",
  internal_transfers_labelled: "Transfers within one entity are marked. Leave them out before you add up flows.",
  liquidations_single_venue_okx: "Liquidations are from one exchange (OKX) and cover a limited list of symbols.",
  liquidity_credit_legs_licence_gated: "Two inputs, option-adjusted credit spreads, have no value while their series are restricted by licence.",
  liquidity_score_renormalises: "Inputs that cannot be read are left out, and the others get their weight. The missing inputs are named.",
  mm_administered_effective_dating:
    "Rates set by the central bank are dated by the day on which they take effect, so they can be ahead of market rates. They are read as of the day asked.",
  mm_bills_discount_basis: "Treasury bill rates are on a discount basis, which is lower than the yield on an investment basis.",
  mm_corridor_position_unclamped: "The position in the target range can be above 100 or below 0, if the rate is outside the range.",
  mm_spread_needs_both_legs: "A spread exists only for days on which both rates were published.",
  mm_stress_is_width_not_level:
    "Stress is the distance between the 1st and the 99th percentile of the transactions, not the level of the rate. It exists only for overnight rates computed from transactions.",
  mm_volume_nyfed_only: "Volume and the width between percentiles exist only for five overnight rates.",
  "no-advice": "Track records describe the past. They are not advice.",
  offerings_null_is_not_zero:
    "A figure that a filing does not state is missing, not zero. The parse confidence says how certain the classification of the filing is.",
  offerings_one_row_one_filing: "Each figure is of one filing. Filings of one offering share a group key.",
  offerings_range_not_midpoint: "A price range stays a range; no midpoint is taken. Offerings in registration have no price yet.",
  orderbook_top150_15min:
    "Order books cover about the 150 markets with the most volume in 24 hours, and some markets on the midterm elections. They are sampled every 15 minutes.",
  "pm-options-expiry-gap": "The options may expire up to seven days before or after the market closes. The gap in days is given.",
  "pm-options-thin-books": "The spread cannot be traded as an arbitrage: there may be few orders at these prices.",
  "pm-options-touch-approx":
    "The probability that a price is touched comes from a model: exact first passage, with the implied volatility of each strike and a forward without drift.",
  rv_adr_multiples_refused: "Market value and multiples of companies with depositary receipts (ADRs) are not shown, because they would be estimates.",
  rv_annual_filings_only: "Fundamentals are of full fiscal years. A missing figure has a reason, and is never shown as zero.",
  rv_peer_level_sub_industry_then_sector:
    "Peers are the companies of the same sub-industry, or of the same sector if too few of the sub-industry have the metric. The peer level says which.",
  rv_percentile_is_population_not_rating: "A percentile is a position among the peers, not a rating.",
  rv_price_return_split_refused:
    "A price return is not shown if the close jumps within the period as much as in a split, because the prices are not adjusted for splits.",
  short_pct_float_is_a_lower_bound: "The float is taken as shares outstanding less shares held by affiliates, so the percentage is a lower bound.",
  short_pct_float_partial_coverage: "Percent of float is known for a minority of the tickers with short interest only.",
  short_pct_shares_outstanding_is_not_float:
    "Percent of shares outstanding is another measure than percent of float: always smaller, and available for most tickers.",
  short_volume_not_short_interest: "Short volume is the short sales of a day. Short interest is the open position on a settlement date.",
  short_volume_off_exchange_hedging: "Short volume counts only trades off exchange that were reported to a facility, and includes hedges of market makers.",
  "smart-money-descriptive": "The score is a summary by fixed rules. It describes; it does not predict.",
  "smart-money-lag": "13F filings are about 45 days late, and disclosures of members of Congress up to 45 days. Each component has its own date.",
  "smart-money-short-coverage": "Short volume covers about 29 symbols and may be out of date. Without it, the other components get its weight.",
  sovereign_spread_ecb_free_of_charge:
    "Yields of the euro area are available free of charge from their publisher. Spreads are calculated from them, so they are modified data.",
  sovereign_spread_monthly_both_legs: "Spreads are monthly. Both yields are monthly averages. A 10-year yield that is not a benchmark bond's is marked.",
  supply_customs_value_not_a_price:
    "Figures are customs values as declared, in US dollars, for one basket of goods and one month. Values in euros or yen are converted at one average rate of the month.",
  supply_licence_withheld:
    "Trade routes without a confirmed licence have no figures, with the reason. Figures are part of the Developer plan only; with a free plan, the reason names the plan.",
  supply_mirror_gap_expected: "Exports of one country and imports of the other differ by valuation, timing and origin.",
  supply_mom_masked_jan_mar: "Changes from month to month are not meaningful for January to March. Use the changes from a year earlier, of 1 month or of 3.",
  supply_z36_on_levels:
    "The z-score compares the latest month with the 36 months before it. The rank compares it with the same calendar month of other years (1 is highest).",
  thirteenf_ticker_resolution: "For about 50% to 93% of 13F positions a ticker is known. Add up by CUSIP for complete totals.",
  tic_lag: "TIC data on foreign holdings is published about six weeks late.",
  "track-record-in-sample": "Statistics are of signals as they were produced, not of a separate test on unseen data.",
  "track-record-price-coverage": "Stock prices can be one or two sessions late, and recent signals may not have a full 30-day return yet.",
  "track-record-young": "Most signals exist since April or May 2026, so there are few cases.",
  unlocks_hand_curated: "Schedules of token unlocks are collected by hand and not complete.",
  yield_curve_partial_is_partial: "The curve has eleven tenors. A tenor that was not published is missing: it is not interpolated or carried forward.",
};

/** A caveat in plain words for people; one unknown to this version by its id. */
export const caveatWords = (id: string): string =>
  Object.hasOwn(CAVEATS, id) ? (IN_PLAIN_WORDS[id as CaveatId] ?? CAVEATS[id as CaveatId]) : id.replaceAll(/[_-]/g, " ");
