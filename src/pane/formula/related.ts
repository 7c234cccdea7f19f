import type { CaveatId } from "../../contract/caveats";
import type { FunctionName } from "../../contract/functions";
import type { RegistryRow } from "../../contract/wire";
import { seriesOf, TENOR_SERIES } from "../../contract/series";
import type { Input } from "./call-text";
import { formSpec, type FormSpec } from "./form-spec";

/** A form to begin with: a function, and what is known of its arguments. */
export interface Start {
  readonly label: string;
  readonly spec: FormSpec;
  readonly inputs: readonly Input[];
}

const value = (text: string): Input => ({ mode: "value", text });

/** The form of a function with these arguments filled in; undefined for a function that there is not. */
function startOf(label: string, id: string, ...texts: readonly string[]): Start | undefined {
  const spec = formSpec(id);
  return spec && { label, spec, inputs: spec.parameters.map((_, i) => value(texts[i] ?? "")) };
}

/** The function and arguments that give in a cell what a screener field filters by; fields without an entry are given by none. */
const SCREENER_LIKE: Readonly<Record<string, readonly [id: string, ...texts: string[]]>> = {
  market_cap: ["SERVICE.FIN", "", "shares_outstanding"],
  last_price: ["SERVICE.PRICE", "", "last"],
  signal_total_count: ["SERVICE.SIGNAL", "", "count"],
  signal_avg_net_score: ["SERVICE.SIGNAL", "", "score"],
  latest_alert_age_days: ["SERVICE.SIGNAL", "", "age_days"],
  signal_max_severity: ["SERVICE.SIGNAL", "", "severity"],
  smart_money_score: ["SERVICE.SMARTMONEY"],
  insider_net_30d: ["SERVICE", "", "insider.net"],
  congress_net_30d: ["SERVICE", "", "congress.net"],
  inst_holders_qoq_delta: ["SERVICE.HOLDERS13F", "", "qoq"],
  short_pct_float: ["SERVICE.SHORTINTEREST", "", "pctfloat"],
  short_pct_shares_outstanding: ["SERVICE.SHORTINTEREST", "", "pctshares"],
  short_days_to_cover: ["SERVICE.SHORTINTEREST", "", "days"],
  short_float_confidence: ["SERVICE.SHORTINTEREST", "", "confidence"],
  net_gex: ["SERVICE", "", "gamma.net"],
  gamma_flip_distance_pct: ["SERVICE", "", "gamma.flip"],
  active_red_flags: ["SERVICE.SIGNAL", "", "type"],
  revenue_latest: ["SERVICE.FIN", "", "revenue"],
  pe: ["SERVICE.RV", "", "pe"],
  ps: ["SERVICE.RV", "", "ps"],
  pb: ["SERVICE.RV", "", "pb"],
  ev_to_revenue: ["SERVICE.RV", "", "ev_to_revenue"],
  ev_to_operating_income: ["SERVICE.RV", "", "ev_to_operating_income"],
  fcf_yield: ["SERVICE.RV", "", "fcf_yield"],
  dividend_yield: ["SERVICE.RV", "", "dividend_yield"],
  net_debt_to_ocf: ["SERVICE.RV", "", "net_debt_to_ocf"],
};

/** Which functions' answers carry a caveat; caveats without an entry belong to parts of the service that no function reads. */
export const CARRIED_BY: Readonly<Partial<Record<CaveatId, readonly FunctionName[]>>> = {
  btc_netflow_artifact: ["WHALE"],
  heuristic_labels_do_not_suppress: ["WHALE"],
  internal_transfers_labelled: ["WHALE"],
  central_bank_bis_lag: ["CBRATE"],
  central_bank_cycle_window_cumulative: ["CBRATE"],
  central_bank_level_not_flow: ["CBRATE", "BIS"],
  central_bank_month_precision: ["CBRATE"],
  central_bank_moves_daily_window_only: ["CBRATE"],
  "confluence-family-coverage": ["CONFLUENCE"],
  "confluence-not-additive-proof": ["CONFLUENCE"],
  econ_attribution_travels_with_the_data: ["BIS"],
  econ_mixed_periods: ["BIS"],
  econ_values_as_published: ["BIS"],
  econ_yoy_is_a_kresmion_calculation: ["BIS"],
  end_date_scheduled_not_actual: ["ODDS"],
  esi_event_count_is_the_sample: ["ESI"],
  esi_is_derived_not_the_calendar: ["ESI"],
  esi_surprise_is_relative_to_forecast: ["ESI"],
  fred_curated_series_only: ["FRED", "FREDH"],
  fred_observation_date_not_fetch_date: ["FRED", "FREDH"],
  gamma_modeled_not_measured: ["GAMMA"],
  liquidations_single_venue_okx: ["ONCHAIN_RISK"],
  liquidity_credit_legs_licence_gated: ["LIQUIDITY", "NETLIQ"],
  liquidity_net_is_derived: ["LIQUIDITY", "NETLIQ"],
  liquidity_score_renormalises: ["LIQUIDITY", "NETLIQ"],
  mm_administered_effective_dating: ["MMRATE", "FRED", "FREDH"],
  mm_bills_discount_basis: ["FRED", "FREDH"],
  mm_corridor_position_unclamped: ["MMRATE"],
  mm_stress_is_width_not_level: ["MMRATE"],
  mm_volume_nyfed_only: ["MMRATE"],
  "no-advice": ["TRACKRECORD"],
  "track-record-in-sample": ["TRACKRECORD"],
  "track-record-price-coverage": ["TRACKRECORD"],
  "track-record-young": ["TRACKRECORD"],
  offerings_null_is_not_zero: ["IPO"],
  offerings_one_row_one_filing: ["IPO"],
  offerings_range_not_midpoint: ["IPO"],
  rv_adr_multiples_refused: ["RV"],
  rv_annual_filings_only: ["RV"],
  rv_peer_level_sub_industry_then_sector: ["RV"],
  rv_percentile_is_population_not_rating: ["RV"],
  rv_price_return_split_refused: ["RV"],
  short_pct_float_is_a_lower_bound: ["SHORTINTEREST"],
  short_pct_float_partial_coverage: ["SHORTINTEREST"],
  short_pct_shares_outstanding_is_not_float: ["SHORTINTEREST"],
  "smart-money-descriptive": ["SMARTMONEY"],
  "smart-money-lag": ["SMARTMONEY"],
  "smart-money-short-coverage": ["SMARTMONEY"],
  thirteenf_ticker_resolution: ["HOLDERS13F", "SMARTMONEY"],
  yield_curve_partial_is_partial: ["YIELD"],
};

/** The sheet path that reaches a function which cannot be typed. */
const BY_PATH: Readonly<Partial<Record<FunctionName, string>>> = { ODDS: "odds", GAMMA: "gamma" };

const all = (...starts: readonly (Start | undefined)[]): Start[] => starts.filter((s) => s !== undefined);

/** The other ways to ask for what this form asks: a series has a history, and a Treasury series a place on the curve. */
export function alternatives(spec: FormSpec, inputs: readonly Input[]): readonly Start[] {
  const first = inputs[0]?.mode === "value" ? (inputs[0].text.trim().toUpperCase() as string) : "";
  if (spec.fn !== "FRED" && spec.fn !== "FREDH") return [];
  const tenor = Object.entries(TENOR_SERIES).find(([, id]) => id === first)?.[0];
  return all(
    spec.fn === "FRED" ? startOf("On a date instead", "SERVICE.FREDH", first) : startOf("The latest instead", "SERVICE.FRED", first),
    tenor === undefined ? undefined : startOf(`As the ${tenor} of the curve`, "SERVICE.YIELD", tenor),
  );
}

/** Where picking a row of the registry leads: one form at once, or, for what is no formula, the forms that come near it. */
export function startsOf(row: RegistryRow): { readonly form: Start | undefined; readonly near: readonly Start[] } {
  switch (row.kind) {
    case "function":
      return { form: startOf(row.field, row.field), near: [] };
    case "series":
      return { form: startOf(row.field, seriesOf(row.field) ? "SERVICE.FRED" : "", row.field), near: [] };
    case "path":
      return { form: startOf(row.field, "SERVICE", "", row.field), near: [] };
    case "screener": {
      const like = SCREENER_LIKE[row.field];
      const [id = "", ...texts] = like ?? [];
      return { form: undefined, near: all(like && startOf(`=${id}(${["ticker", ...texts.slice(1).map((t) => `"${t}"`)].join(",")})`, id, ...texts)) };
    }
    case "caveat":
      return {
        form: undefined,
        near: (CARRIED_BY[row.field as CaveatId] ?? []).flatMap((fn) => {
          const path = BY_PATH[fn];
          return all(path === undefined ? startOf(`SERVICE.${fn}`, `SERVICE.${fn}`) : startOf(`=SERVICE(entity,"${path}")`, "SERVICE", "", path));
        }),
      };
  }
}
