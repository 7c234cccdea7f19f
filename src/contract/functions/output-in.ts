import type { Declaration, Field, Result } from "./declaration";

/** What a function gives: the field of this name, else its default field, else its one result. */
export function outputIn({ fields, result }: Pick<Declaration, "fields" | "result">, field?: string): Field | Result {
  const output = fields.find((f) => f.name === field) ?? fields[0] ?? result;
  if (!output) throw new Error("A function is declared with neither fields nor a result.");
  return output;
}
