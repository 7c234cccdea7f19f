import type { CaveatId } from "../../contract/caveats";
import { FUNCTION_NAMES, type FunctionName } from "../../contract/functions";
import { listingOf } from "../../contract/functions/listing";
import { PATHS } from "../../contract/paths";
import { SCREENER_FIELDS } from "../../contract/screener";
import { TENOR_SERIES } from "../../contract/series";
import { capital } from "../../contract/text";
import type { RegistryRow } from "../../contract/wire";
import type { Question } from "../../core/question";
import { BLANK, type FieldInput, missingOf } from "./call-text";
import { formSpec, type FormSpec } from "./form-spec";
import { type FieldValue, questionOfFields } from "./read-inputs";
import { type Figure, plain, specOf } from "./search/figure";
import { builtInFigures } from "./search/figures";
import { TOPICS } from "./search/topics";

/** A figure of one company, with its question. */
interface CompanyFigure {
  /** The key of its entry in the search. */
  readonly key: string;
  readonly title: string;
  readonly start: Start;
  readonly question: Question;
}

/** Figures that say where another figure comes from, or that only make sense beside it. */
const ASIDE = /^(?:FILING|IPO)\(,|,"(?:date|currency|source|confidence|quarter|refusal|accession|url|unit|settlement_date)"\)$/;

function ofCompany(figure: Figure, ticker: string): CompanyFigure | undefined {
  if (figure.opens.kind !== "form") return undefined;
  const { id, inputs } = figure.opens;
  const spec = specOf(id);
  if (!spec) return undefined;
  const filled = spec.parameters.map((_, i): FieldInput => (i === 0 ? { mode: "value", text: ticker } : (inputs[i] ?? BLANK)));
  if (missingOf(spec, filled).length > 0) return undefined;
  const values = filled.map(({ text }): FieldValue => ({ known: true, value: text === "" ? null : text }));
  const read = questionOfFields(spec, values);
  if (!("question" in read)) return undefined;
  // A function's own title says more than its first figure.
  const first = figure.isFunction && spec.fn ? listingOf(spec.fn).fields[0] : undefined;
  const title = first ? capital(plain(first.about)) : figure.title;
  return { key: figure.key, title, start: { label: title, spec, inputs: filled }, question: read.question };
}

/** The figures without those that ask the same question again. */
function distinct(figures: readonly CompanyFigure[]): readonly CompanyFigure[] {
  const byKey = new Map<string, CompanyFigure>();
  for (const figure of figures) if (!byKey.has(figure.question.key)) byKey.set(figure.question.key, figure);
  return [...byKey.values()];
}

/** All figures of a ticker, by topic, with those that only make sense beside another. */
export function allCompanyFigures(ticker: string) {
  const all = builtInFigures().filter((figure) => figure.ofTicker);
  return TOPICS.map((topic) => ({
    topic,
    figures: distinct(all.filter((figure) => figure.topic === topic).flatMap((figure) => ofCompany(figure, ticker) ?? [])),
  })).filter(({ figures }) => figures.length > 0);
}

/** The figures of a ticker that make sense alone, by topic. */
export const companyFigures = (ticker: string) =>
  allCompanyFigures(ticker).map(({ topic, figures }) => ({ topic, figures: figures.filter(({ key }) => !ASIDE.test(key)) }));

/** A form to start with: a function and its known arguments. */
export interface Start {
  readonly label: string;
  readonly spec: FormSpec;
  readonly inputs: readonly FieldInput[];
}

/** Form of a function with these arguments; undefined for an unknown function. */
function startOf(label: string, id: string, ...texts: readonly string[]): Start | undefined {
  const spec = formSpec(id);
  return spec && { label, spec, inputs: spec.parameters.map((_, i) => ({ mode: "value", text: texts[i] ?? "" })) };
}

/** Functions whose answers carry a caveat; none if it belongs to parts of the service that no function reads. */
export const carriersOf = (id: CaveatId): FunctionName[] => FUNCTION_NAMES.filter((fn) => listingOf(fn).caveats.includes(id));

/** Sheet path of a function that cannot be typed; undefined for one that can. */
const pathTo = (fn: FunctionName): string | undefined => (listingOf(fn).pathOnly ? PATHS.find((p) => p.fn === fn)?.path : undefined);

const all = (...starts: readonly (Start | undefined)[]): Start[] => starts.filter((s) => s !== undefined);

/** Alternatives to this form: a series has a history, and a Treasury series a point on the curve. */
export function alternatives(spec: FormSpec, inputs: readonly FieldInput[]): readonly Start[] {
  const first = inputs[0]?.mode === "value" ? inputs[0].text.trim().toUpperCase() : "";
  if (spec.fn !== "FRED" && spec.fn !== "FREDH") return [];
  const tenor = Object.entries(TENOR_SERIES).find(([, id]) => id === first)?.[0];
  return all(
    spec.fn === "FRED" ? startOf("On a date instead", "SERVICE.FREDH", first) : startOf("The latest instead", "SERVICE.FRED", first),
    tenor === undefined ? undefined : startOf(`As the ${tenor} of the curve`, "SERVICE.YIELD", tenor),
  );
}

/** Forms for a row of the registry that is no formula itself: the figure like a screener field, or the functions that have a caveat. */
export function nearTo({ kind, field }: Pick<RegistryRow, "kind" | "field">): readonly Start[] {
  if (kind === "caveat")
    return carriersOf(field as CaveatId).flatMap((fn) => {
      const path = pathTo(fn);
      return all(path === undefined ? startOf(`SERVICE.${fn}`, `SERVICE.${fn}`) : startOf(`=SERVICE(entity,"${path}")`, "SERVICE", "", path));
    });
  const like = SCREENER_FIELDS.find(({ name }) => name === field)?.like;
  const [id = "", ...texts] = like ?? [];
  return all(like && startOf(`=${id}(${["ticker", ...texts.map((t) => `"${t}"`)].join(",")})`, id, "", ...texts));
}
