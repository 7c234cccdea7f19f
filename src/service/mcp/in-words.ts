import { CAVEATS } from "../../contract/caveats";
import { own } from "../../contract/own";
import type { JsonSchema } from "./served-tools";

/** The meaning of each caveat of a reply, also of those in its parts. */
function caveatsIn(value: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name !== "caveats" || !Array.isArray(inner)) caveatsIn(inner, found);
    else
      for (const id of inner) {
        const meaning = typeof id === "string" ? own(CAVEATS, id) : undefined;
        if (meaning !== undefined) found[id as string] = meaning;
      }
  }
  return found;
}

/** The descriptions of the fields that a value has, by name: units, and what null means. `strikes[].strike` is a field of the rows in strikes. */
function fieldsOf(schema: JsonSchema | undefined, value: unknown, at: string, found: Record<string, string>): void {
  if (schema === undefined || value === undefined) return;
  if (at !== "" && schema.description !== undefined) found[at] ??= schema.description;
  for (const one of schema.anyOf ?? []) fieldsOf(one, value, at, found);
  if (Array.isArray(value)) for (const item of value) fieldsOf(schema.items, item, at === "" ? "" : `${at}[]`, found);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) fieldsOf(own(schema.properties ?? {}, name), inner, at === "" ? name : `${at}.${name}`, found);
}

/** What a reader needs to quote a reply: its caveats and its fields in words. */
export function replyInWords(reply: Readonly<Record<string, unknown>>, schema: JsonSchema): { readonly caveats: object; readonly fields: object } {
  const fields: Record<string, string> = {};
  fieldsOf(schema.properties?.data, reply.data, "", fields);
  return { caveats: caveatsIn(reply.meta, caveatsIn(reply.data)), fields };
}
