import type { Declaration, Field, Result } from "./declaration";

/** The output of a declaration: the named field, else its default field, else its result. */
export function outputIn({ fields, result }: Pick<Declaration, "fields" | "result">, field?: string): Field | Result {
  const output = fields.find((f) => f.name === field) ?? fields[0] ?? result;
  if (!output) throw new Error("A function is declared with neither fields nor a result.");
  return output;
}
