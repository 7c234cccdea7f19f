import { isFunctionName, type FunctionName, type Parameter } from "../../contract/functions";
import type { Choice as Named } from "../../contract/functions/choices";
import type { Field } from "../../contract/functions/declaration";
import { listingOf, type Listing } from "../../contract/functions/listing";
import { isRequired } from "../../contract/functions/required";
import { PATHS } from "../../contract/paths";
import { unitWords } from "../../sources/answer-words";
import { pathTitle } from "./row-words";

export interface FormChoice {
  readonly value: string;
  /** Explanation; empty if the value explains itself. */
  readonly about: string;
}

/** One argument of a form. */
export interface FormParameter {
  readonly name: string;
  readonly kind: Parameter["kind"];
  readonly required: boolean;
  /** Allowed names; undefined if any text is allowed. */
  readonly choices: readonly FormChoice[] | undefined;
  readonly example: string;
  /** Default value; undefined if it has no short name. */
  readonly fallback: string | undefined;
  /** The contract's own declaration; undefined for the entity and path of a sheet path. */
  readonly declared: Parameter | undefined;
}

/** The function that a form builds: `SERVICE.FRED`, or `SERVICE` and `SERVICE.GET` with entity and path. */
export interface FormSpec {
  readonly id: string;
  readonly fn: FunctionName | undefined;
  readonly title: string;
  readonly parameters: readonly FormParameter[];
}

/** A title that only repeats the value is dropped. */
const choiceOf = ({ value, title, detail, measure }: Named): FormChoice => ({
  value,
  about:
    detail !== undefined
      ? `${title}: ${detail}`
      : measure
        ? `${title} (${unitWords(measure[0])}, ${measure[1]})`
        : title.toLowerCase() === value.toLowerCase()
          ? ""
          : title,
});

const fieldChoice = ({ name, about, unit }: Field): FormChoice => ({
  value: name,
  about: about.replaceAll("`", "") + (unit && unit !== "varies" && unit !== "count" && unit !== "score" ? `, ${unitWords(unit)}` : ""),
});

const choicesOf = ({ fields }: Listing, { kind, vocabulary }: Listing["parameters"][number]): readonly FormChoice[] | undefined =>
  vocabulary?.choices.map(choiceOf) ?? (kind === "choice" ? fields.map(fieldChoice) : undefined);

function fallbackOf(p: Parameter): string | undefined {
  if (p.kind === "choice") return p.fallback || undefined;
  if (p.kind === "integer") return String(p.fallback);
  return undefined;
}

const PATH_PARAMETERS: readonly FormParameter[] = [
  { name: "entity", kind: "text", required: true, choices: undefined, example: "AAPL", fallback: undefined, declared: undefined },
  {
    name: "path",
    kind: "choice",
    required: true,
    choices: PATHS.map(({ path, fn, field }) => ({ value: path, about: pathTitle(fn, field) })),
    example: "price",
    fallback: undefined,
    declared: undefined,
  },
];

/** Form of a function by its id, any case; undefined for an unknown id. */
export function formSpec(idIn: string): FormSpec | undefined {
  const id = idIn.toUpperCase();
  if (id === "SERVICE" || id === "SERVICE.GET") return { id, fn: undefined, title: "One figure by entity and sheet path", parameters: PATH_PARAMETERS };
  const fn = id.replace(/^SERVICE\./, "");
  if (!isFunctionName(fn) || listingOf(fn).pathOnly) return undefined;
  const spec = listingOf(fn);
  return {
    id: `SERVICE.${fn}`,
    fn,
    title: spec.title,
    parameters: spec.parameters.map((p) => ({
      name: p.name,
      kind: p.kind,
      required: isRequired(p),
      choices: choicesOf(spec, p),
      example: p.example,
      fallback: fallbackOf(p),
      declared: p,
    })),
  };
}
