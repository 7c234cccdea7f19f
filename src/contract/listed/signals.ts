/* Written by scripts/generate.mjs from the declarations in src/service/families/signals. Do not edit. */
import { wordList } from "../text";

export const SIGNAL_TYPES = wordList(
  "insider_cluster_buy insider_cluster_sell insider_ceo_buy insider_cfo_buy insider_first_buy_in_year insider_sell_into_strength",
  "insider_10b5_1_adoption congress_buy congress_sell congress_cluster_buy congress_cluster_sell congress_committee_match",
  "holders13f_accumulation holders13f_distribution holders13f_new_position holders13f_exit holders13f_concentration restatement",
  "auditor_change late_filing shelf_registration activist_13d passive_13g secondary_offering short_interest_surge short_interest_drop",
  "days_to_cover_extreme short_volume_spike short_volume_dry_up going_concern material_weakness cfo_departure ceo_departure",
  "buyback_announced buyback_completed lockup_expiry margin_expansion margin_compression revenue_acceleration revenue_deceleration",
  "free_cash_flow_turn leverage_rise dividend_raised dividend_cut dividend_initiated gamma_flip_cross gamma_wall_break",
  "dealer_short_gamma dealer_long_gamma volume_breakout new_high new_low gap_up gap_down",
);

export type SignalType = (typeof SIGNAL_TYPES)[number];

/** Titles of types whose name is not a title. */
export const SIGNAL_TITLES: { readonly [T in SignalType]?: string } = {
  insider_ceo_buy: "Insider buy by the chief executive",
  insider_cfo_buy: "Insider buy by the chief financial officer",
  insider_10b5_1_adoption: "Insider adopts a 10b5-1 trading plan",
  activist_13d: "Activist stake (Schedule 13D)",
  passive_13g: "Passive stake (Schedule 13G)",
  gap_up: "Opening gap up",
  gap_down: "Opening gap down",
};
