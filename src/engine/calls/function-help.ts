/** The part of functions.json that the engine uses. */
export interface FunctionsMetadata {
  readonly functions: readonly FunctionMetadata[];
  readonly enums?: readonly EnumMetadata[];
}

export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly ParameterMetadata[];
}

interface ParameterMetadata {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  /** `matrix` takes a whole range per call; anything else takes one value per call. */
  readonly dimensionality?: string;
  readonly optional?: boolean;
  readonly repeating?: boolean;
  /** The drop-down of allowed values. */
  readonly customEnumId?: string;
}

interface EnumMetadata {
  readonly id: string;
  readonly values: readonly { readonly name: string; readonly tooltip?: string }[];
}

/** Drop-down values that a parameter's help lists; the others are counted. */
const NAMED = 12;

const EXAMPLE = /\s*Example: =(\S.*)$/;
/** An argument of an example: a text in quotes, or anything without comma and bracket. */
const ARGUMENT = /"(?:[^"]|"")*"|[^,()"]+/g;

function choicesOf(p: ParameterMetadata, enums: readonly EnumMetadata[]): EnumMetadata["values"] {
  return enums.find(({ id }) => id === p.customEnumId)?.values ?? [];
}

/**
 * A function's help in the grid's list of functions, with the allowed values of its parameters: a sentence for the list of suggestions, the full text for the
 * hint.
 */
export function helpOf(spec: FunctionMetadata, enums: readonly EnumMetadata[]) {
  const whole = spec.description ?? "";
  // The grid's list shows the examples of all parameters as one formula. They are taken from one example, so that this formula is valid.
  const [, ...given] = EXAMPLE.exec(whole)?.[1]?.match(ARGUMENT) ?? [];
  const parameters = spec.parameters.map((p, i) => {
    const values = choicesOf(p, enums);
    const more = values.length - NAMED;
    const named = values.slice(0, NAMED).map(({ name, tooltip }) => (tooltip ? `${name} (${tooltip})` : name));
    const choices = values.length > 0 ? ` One of: ${named.join(", ")}${more > 0 ? ` and ${more} more; the pane's Build tab lists them` : ""}.` : "";
    return {
      name: p.name,
      detail: `${p.description ?? ""}${choices}`,
      example: given[i] ?? "",
      optional: p.optional ?? false,
      repeating: p.repeating ?? false,
    };
  });
  return { functionName: spec.name.toUpperCase(), description: whole, abstract: whole.replace(EXAMPLE, "").split(/(?<=\.)\s/)[0] ?? "", parameters };
}
