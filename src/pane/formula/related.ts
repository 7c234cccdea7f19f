import type { CaveatId } from "../../contract/caveats";
import { FUNCTION_NAMES, type FunctionName } from "../../contract/functions";
import { listingOf } from "../../contract/functions/listing";
import { PATHS } from "../../contract/paths";
import type { RegistryRow } from "../../contract/wire";
import { seriesOf, TENOR_SERIES } from "../../contract/series";
import type { FieldInput } from "./call-text";
import { formSpec, type FormSpec } from "./form-spec";

/** A form to start with: a function and its known arguments. */
export interface Start {
  readonly label: string;
  readonly spec: FormSpec;
  readonly inputs: readonly FieldInput[];
}

const value = (text: string): FieldInput => ({ mode: "value", text });

/** Form of a function with these arguments; undefined for an unknown function. */
function startOf(label: string, id: string, ...texts: readonly string[]): Start | undefined {
  const spec = formSpec(id);
  return spec && { label, spec, inputs: spec.parameters.map((_, i) => value(texts[i] ?? "")) };
}

/** The function and arguments that return what a screener field filters by; fields without an entry have none. */
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

/** Functions whose answers carry a caveat; none if it belongs to parts of the service that no function reads. */
export const carriersOf = (id: CaveatId): FunctionName[] => FUNCTION_NAMES.filter((fn) => listingOf(fn).caveats.includes(id));

/** Sheet path of a function that cannot be typed; undefined for one that can. */
const pathTo = (fn: FunctionName): string | undefined => (listingOf(fn).pathOnly ? PATHS.find((p) => p.fn === fn)?.path : undefined);

const all = (...starts: readonly (Start | undefined)[]): Start[] => starts.filter((s) => s !== undefined);

/** Alternatives to this form: a series has a history, and a Treasury series a point on the curve. */
export function alternatives(spec: FormSpec, inputs: readonly FieldInput[]): readonly Start[] {
  const first = inputs[0]?.mode === "value" ? (inputs[0].text.trim().toUpperCase() as string) : "";
  if (spec.fn !== "FRED" && spec.fn !== "FREDH") return [];
  const tenor = Object.entries(TENOR_SERIES).find(([, id]) => id === first)?.[0];
  return all(
    spec.fn === "FRED" ? startOf("On a date instead", "SERVICE.FREDH", first) : startOf("The latest instead", "SERVICE.FRED", first),
    tenor === undefined ? undefined : startOf(`As the ${tenor} of the curve`, "SERVICE.YIELD", tenor),
  );
}

/** What picking a registry row opens: one form, or, for rows that are no formula, similar forms. */
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
        near: carriersOf(row.field as CaveatId).flatMap((fn) => {
          const path = pathTo(fn);
          return all(path === undefined ? startOf(`SERVICE.${fn}`, `SERVICE.${fn}`) : startOf(`=SERVICE(entity,"${path}")`, "SERVICE", "", path));
        }),
      };
  }
}
