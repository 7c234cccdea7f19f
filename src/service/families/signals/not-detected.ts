import type { SignalType } from "../../../contract/vocabulary";

/** The signal types without a data source, and why. All others have a detector. */
export const NOT_DETECTED: { readonly [T in SignalType]?: string } = {
  insider_10b5_1_adoption: "adoptions of plans are in the text of quarterly reports, which is not read",
  congress_committee_match: "committee seats are not loaded",
  holders13f_concentration: "institutions' reports are stored as totals by security",
  going_concern: "the text of annual reports is not read",
  material_weakness: "the text of annual reports is not read",
  cfo_departure: "the list of filings does not say who leaves",
  ceo_departure: "the list of filings does not say who leaves",
  buyback_announced: "the text of current reports is not read",
  buyback_completed: "the text of current reports is not read",
  lockup_expiry: "lock-ups are in the text of prospectuses, which is not read",
  gamma_flip_cross: "options chains are not public",
  gamma_wall_break: "options chains are not public",
  dealer_short_gamma: "options chains are not public",
  dealer_long_gamma: "options chains are not public",
  volume_breakout: "exchange volumes are not public",
  gap_up: "opening prices are not public",
  gap_down: "opening prices are not public",
};
