import { isFunctionName, type FunctionName, type Parameter } from "../../contract/functions";
import type { Declaration } from "../../contract/functions/declaration";
import { declarationOf } from "../../contract/functions/declarations";
import { isRequired } from "../../contract/functions/required";
import { PATHS } from "../../contract/paths";
import { SERIES, seriesOf, TENOR_SERIES } from "../../contract/series";
import {
  BANK_NAMES,
  BANKS,
  COUNTRIES,
  FILING_METRICS,
  METRICS,
  PERPETUALS,
  RATE_KEYS,
  SIGNAL_TYPES,
  TENOR_CHOICES,
  WHALE_ASSETS,
} from "../../contract/vocabulary";
import { unitWords } from "../parts/answer-words";
import { choiceTitle } from "./choice-titles";
import { FUNCTION_TITLES } from "./function-titles";

export interface Choice {
  readonly value: string;
  /** What it means; empty where the value says so itself. */
  readonly about: string;
}

/** One argument as the form asks for it. */
export interface FormParameter {
  readonly name: string;
  readonly kind: Parameter["kind"];
  readonly required: boolean;
  /** The names that there are; undefined where anything may be typed. */
  readonly choices: readonly Choice[] | undefined;
  readonly example: string;
  /** What is taken when it is left out; undefined where that cannot be said in a word. */
  readonly fallback: string | undefined;
  /** The contract's own declaration; undefined for the entity and path of a sheet path. */
  readonly declared: Parameter | undefined;
}

/** What a form builds: `SERVICE.FRED`, or `SERVICE` and `SERVICE.GET` with entity and path. */
export interface FormSpec {
  readonly id: string;
  readonly fn: FunctionName | undefined;
  readonly title: string;
  readonly parameters: readonly FormParameter[];
}

const plain = (names: readonly string[]): Choice[] => names.map((value) => ({ value, about: choiceTitle(value) }));
const countryNames = new Map<string, string>(COUNTRIES.map(([two, , name]) => [two, name]));

/** The names that the service knows, by function and argument, or by argument where all functions mean the same. */
const NAMES: Readonly<Record<string, () => Choice[]>> = {
  series_id: () => SERIES.map((s) => ({ value: s.id, about: `${s.title} (${unitWords(s.unit)}, ${s.frequency})` })),
  tenor: () => TENOR_CHOICES.map((value) => ({ value, about: value === "AS_OF" ? choiceTitle(value) : (seriesOf(TENOR_SERIES[value])?.title ?? "") })),
  key: () => RATE_KEYS.map((value) => ({ value, about: seriesOf(value)?.title ?? choiceTitle(value) })),
  asset: () => plain(WHALE_ASSETS),
  "FUNDING.symbol": () => plain(PERPETUALS),
  "CBRATE.country": () => BANKS.map((value) => ({ value, about: BANK_NAMES[value] ?? countryNames.get(value) ?? "" })),
  "BIS.country": () => COUNTRIES.map(([value, , about]) => ({ value, about })),
  "FILING.metric": () => plain(FILING_METRICS),
  item: () => plain(METRICS),
  signalType: () => plain(SIGNAL_TYPES),
};

function choicesOf(fn: FunctionName, spec: Declaration, p: Parameter): readonly Choice[] | undefined {
  if (p.kind === "choice" && p.name === "field")
    return spec.fields.map((f) => ({
      value: f.name,
      about: f.about.replaceAll("`", "") + (f.unit && f.unit !== "varies" && f.unit !== "count" && f.unit !== "score" ? `, ${unitWords(f.unit)}` : ""),
    }));
  if (p.kind === "choice") return plain(p.of);
  return p.kind === "name" ? (NAMES[`${fn}.${p.name}`] ?? NAMES[p.name])?.() : undefined;
}

function fallbackOf(p: Parameter): string | undefined {
  if (p.kind === "choice") return p.fallback || undefined;
  if (p.kind === "integer") return String(p.fallback);
  return undefined;
}

function pathAbout(fn: FunctionName, field: string | undefined): string {
  const found = declarationOf(fn).fields.find((f) => f.name === field);
  return found ? `${FUNCTION_TITLES[fn]}: ${found.about}` : FUNCTION_TITLES[fn];
}

const PATH_PARAMETERS: readonly FormParameter[] = [
  { name: "entity", kind: "text", required: true, choices: undefined, example: "AAPL", fallback: undefined, declared: undefined },
  {
    name: "path",
    kind: "choice",
    required: true,
    choices: PATHS.map(({ path, fn, field }) => ({ value: path, about: pathAbout(fn, field) })),
    example: "price",
    fallback: undefined,
    declared: undefined,
  },
];

/** The form of a function by its id, any case; undefined for an id that no function has. */
export function formSpec(idIn: string): FormSpec | undefined {
  const id = idIn.toUpperCase();
  if (id === "SERVICE" || id === "SERVICE.GET") return { id, fn: undefined, title: "One figure by entity and sheet path", parameters: PATH_PARAMETERS };
  const fn = id.replace(/^SERVICE\./, "");
  if (!isFunctionName(fn) || declarationOf(fn).pathOnly) return undefined;
  const spec = declarationOf(fn);
  return {
    id: `SERVICE.${fn}`,
    fn,
    title: FUNCTION_TITLES[fn],
    parameters: spec.parameters.map((p) => ({
      name: p.name,
      kind: p.kind,
      required: isRequired(p),
      choices: choicesOf(fn, spec, p),
      example: p.example,
      fallback: fallbackOf(p),
      declared: p,
    })),
  };
}
