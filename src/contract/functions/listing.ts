import { CALLS } from "./calls";
import { VOCABULARIES, type Vocabulary } from "./choices";
import type { Declaration, Parameter } from "./declaration";
import type { FunctionName } from "./declarations";
import { LISTED } from "./listed";

/** What lists and forms need of a declaration: all but the sentences of wizard, help and docs, and its source. */
export interface Listing extends Pick<Declaration, "title" | "fields" | "result" | "caveats"> {
  /** Words that it is found by, besides its title and its fields. */
  readonly search: string;
  readonly pathOnly?: true;
  readonly parameters: readonly (Parameter & { readonly vocabulary: Vocabulary | undefined })[];
}

export function listingOf(name: FunctionName): Listing {
  const { vocabularies, ...listed } = LISTED[name];
  const { parameters, ...call } = CALLS[name];
  return { ...listed, ...call, parameters: parameters.map((p, i) => ({ ...p, vocabulary: VOCABULARIES.find((v) => v.id === vocabularies[i]) })) };
}
