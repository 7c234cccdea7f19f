import type { FunctionName } from "../../../contract/functions";
import { searchWords } from "../../../contract/search-words";
import { callText, type FieldInput } from "../call-text";
import { formSpec, type FormSpec } from "../form-spec";
import { topicOf, type Topic } from "./topics";

/** What a search result opens: a form with arguments, or the page of a screener's field or a caveat. */
export type Opens =
  | { readonly kind: "form"; readonly id: string; readonly inputs: readonly FieldInput[] }
  | { readonly kind: "row"; readonly row: "screener" | "caveat"; readonly field: string };

/** One entry of the search. */
export interface Figure {
  /** The call without its prefix, such as `FIN(,"revenue")`; for a row its kind and name. Unique. */
  readonly key: string;
  readonly topic: Topic;
  readonly title: string;
  /** Unit in words, and other facts. */
  readonly about: string;
  readonly opens: Opens;
  /** Names that mean exactly this figure. */
  readonly names: readonly string[];
  /** More words by which it is found. */
  readonly words: string;
  /** From 0 to 10. */
  readonly weight: number;
  /** Words that name its economy, as `searchWords` writes them; empty if it is not of one. */
  readonly place: readonly string[];
  /** True if the first argument is a ticker and blank. */
  readonly ofTicker: boolean;
  /** True for a function without arguments filled in. */
  readonly isFunction: boolean;
  /** The name of its registry row, with its kind: `series DGS10`. */
  readonly row: string;
}

/** True if its first argument is given, so that it is not for any name. */
export const namesOne = ({ opens }: Figure): boolean => opens.kind === "form" && (opens.inputs[0]?.text ?? "") !== "";

/** Without the marks of code. */
export const plain = (text: string): string => text.replaceAll("`", "");

const specs = new Map<string, FormSpec | undefined>();
/** `formSpec`, made once for each function. */
export function specOf(id: string): FormSpec | undefined {
  if (!specs.has(id)) specs.set(id, formSpec(id));
  return specs.get(id);
}

/** The call of a form as synonyms and tests write it. */
export const keyOf = (id: string, inputs: readonly FieldInput[]): string => {
  const spec = specOf(id);
  return spec ? callText(spec, inputs).replace(/^SERVICE\./, "") : "";
};

const valueInput = (text: string): FieldInput => ({ mode: "value", text });

/** A figure before its form is known. */
interface Draft extends Pick<Figure, "title" | "about" | "names" | "words" | "weight"> {
  readonly fn: FunctionName;
  /** Values by the position of the argument. */
  readonly args: readonly string[];
  readonly place?: string;
  readonly row?: string;
  readonly topic?: Topic;
  readonly id?: string;
}

/** A figure of a function with these arguments. */
export function figureOf({ fn, args, place, id = `SERVICE.${fn}`, row = `function SERVICE.${fn}`, topic = topicOf(fn), ...words }: Draft): Figure {
  const spec = specOf(id);
  const inputs = (spec?.parameters ?? []).map((_, i) => valueInput(args[i] ?? ""));
  const first = specOf(`SERVICE.${fn}`)?.parameters[0];
  return {
    ...words,
    key: keyOf(id, inputs),
    topic,
    opens: { kind: "form", id, inputs },
    place: place === undefined ? [] : searchWords(place),
    ofTicker: first?.kind === "ticker" && (args[0] ?? "") === "",
    isFunction: args.length === 0,
    row,
  };
}
