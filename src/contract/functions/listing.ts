import { CALLS } from "./calls";
import { VOCABULARIES, type Vocabulary } from "./choices";
import type { Declaration, Parameter, ValueSearch } from "./declaration";
import type { FunctionName } from "./declarations";
import { LISTED_FUNCTIONS } from "./listed";

/** The part of a declaration that lists and forms need: all but its source and the texts of wizard, help and docs. */
export interface Listing extends Pick<Declaration, "title" | "fields" | "result" | "caveats"> {
  /** Search words besides title and fields. */
  readonly search: string;
  readonly values?: ValueSearch;
  readonly isUnlisted?: true;
  readonly pathOnly?: true;
  readonly parameters: readonly (Parameter & { readonly vocabulary: Vocabulary | undefined })[];
}

export function listingOf(name: FunctionName): Listing {
  const { vocabularies = [], caveats = [], ...listed } = LISTED_FUNCTIONS[name];
  const { parameters, ...call } = CALLS[name];
  return { ...listed, caveats, ...call, parameters: parameters.map((p, i) => ({ ...p, vocabulary: VOCABULARIES.find((v) => v.id === vocabularies[i]) })) };
}
