import { SCREENER_FIELDS } from "../../contract/screener";
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
      const like = SCREENER_FIELDS.find(({ name }) => name === row.field)?.like;
      const [id = "", ...texts] = like ?? [];
      return { form: undefined, near: all(like && startOf(`=${id}(${["ticker", ...texts.map((t) => `"${t}"`)].join(",")})`, id, "", ...texts)) };
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
