import type { EnumMetadata, FunctionMetadata, ParameterMetadata } from "./function-metadata";

/** How many drop-down values a parameter's help names before it says how many more there are. */
const NAMED = 12;

const EXAMPLE = /\s*Example:\s*=(\S.*)$/;

function choicesOf(p: ParameterMetadata, enums: readonly EnumMetadata[]): EnumMetadata["values"] {
  return enums.find(({ id }) => id === p.customEnumId)?.values ?? [];
}

/** Help for one parameter, and whether it must be there. */
interface ParameterHelp {
  readonly name: string;
  readonly detail: string;
  readonly example: string;
  readonly optional: boolean;
  readonly repeating: boolean;
}

/** Help for one function: a sentence for the list while somebody types, the whole text for the hint. */
interface FunctionHelp {
  readonly functionName: string;
  readonly description: string;
  readonly abstract: string;
  readonly parameters: readonly ParameterHelp[];
}

/** A function's help in the grid, with the values that its parameters take. */
export function helpOf(spec: FunctionMetadata, enums: readonly EnumMetadata[]): FunctionHelp {
  const whole = spec.description ?? "";
  const parameters = spec.parameters.map((p) => {
    const values = choicesOf(p, enums);
    const more = values.length - NAMED;
    const named = values.slice(0, NAMED).map(({ name, tooltip }) => (tooltip ? `${name} (${tooltip})` : name));
    const choices = values.length > 0 ? ` One of: ${named.join(", ")}${more > 0 ? ` and ${more} more; the pane's Build tab lists them` : ""}.` : "";
    return {
      name: p.name,
      detail: `${p.description ?? ""}${choices}`,
      example: values[0] ? `"${values[0].name}"` : "",
      optional: p.optional ?? false,
      repeating: p.repeating ?? false,
    };
  });
  return { functionName: spec.name.toUpperCase(), description: whole, abstract: whole.replace(EXAMPLE, "").split(/(?<=\.)\s/)[0] ?? "", parameters };
}
