import type { TSchema } from "@sinclair/typebox";
import { TypeCompiler, type TypeCheck } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { shown } from "../../../contract/arguments";
import { orList } from "../../../contract/nearest";
import { own } from "../../../contract/json";
import { memoized } from "../../../contract/memoized";

type Validated = { value: unknown } | { error: Error };

/** The texts that are read as a value of a type, and how. */
const READERS: Readonly<Record<string, readonly [form: RegExp, read: (text: string) => unknown]>> = {
  integer: [/^[+-]?\d{1,15}$/, Number],
  number: [/^[+-]?\d{1,15}(\.\d{1,15})?$/, Number],
  boolean: [/^(true|false)$/, (text) => text === "true"],
};

/** Converts text to numbers and booleans where the schema expects them. TypeBox's own converter would also turn "true" and "1.5" into 1. */
function typed(schema: TSchema, data: unknown): unknown {
  const properties = schema.properties as Record<string, TSchema> | undefined;
  if (properties === undefined || typeof data !== "object" || data === null) return data;
  const scalar = (type: unknown, value: unknown): unknown => {
    const [form, convert] = own(READERS, String(type)) ?? [];
    return typeof value === "string" && form?.test(value) ? convert?.(value) : value;
  };
  const read = (name: string, value: unknown): unknown => {
    const { type, items } = properties[name] ?? ({} as TSchema);
    if (type !== "array") return scalar(type, value);
    // A parameter that may be repeated, and came once, is no list.
    return (Array.isArray(value) ? value : [value]).map((one) => scalar((items as TSchema).type, one));
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, read(name, value)]));
}

/** "from 1 to 200", "of at least 0", "of at most 9", or nothing. */
function bounds(least: unknown, most: unknown, of = "from", what = ""): string {
  if (least !== undefined && most !== undefined) return ` ${of} ${least} to ${most}${what}`;
  return least !== undefined ? ` of at least ${least}${what}` : most !== undefined ? ` of at most ${most}${what}` : "";
}

type Keywords = Readonly<Record<string, unknown>>;

/** What a schema expects, in words: "buy or sell", "a whole number from 1 to 200". Undefined if it has no short form. */
function wordsFor(schema: TSchema): string | undefined {
  const { anyOf, type, const: only, description, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema as Keywords;
  if (Array.isArray(anyOf)) {
    const each = anyOf.map((one: TSchema) => wordsFor(one));
    return each.every((one) => one !== undefined) ? orList(each) : undefined;
  }
  if (only !== undefined) return String(only);
  if (type === "integer") return `a whole number${bounds(minimum, maximum)}`;
  if (type === "number") return `a number${bounds(minimum, maximum)}`;
  if (type === "boolean") return "true or false";
  if (type === "null") return "null";
  if (type === "array" && minItems !== undefined && maxItems !== undefined) return `${minItems} to ${maxItems} values`;
  if (type !== "string") return undefined;
  // A message shows a pattern's description, because nobody reads a regular expression.
  if (pattern !== undefined)
    return typeof description === "string" ? description.replace(/^[A-Z](?=[a-z ])/, (a) => a.toLowerCase()).replace(/\.$/, "") : undefined;
  return `text${bounds(minLength, maxLength, "of", " characters")}`;
}

/** Compiled when first used: most processes use few of the endpoints, and tests start many services. */
const checkOf = memoized((schema: TSchema): TypeCheck<TSchema> => TypeCompiler.Compile(schema));

/**
 * Validates requests against the declared schemas. Query text is converted to numbers and booleans where the schema expects them; bodies are not
 * converted, because coercion would turn null into 0. A message names the parameter, what was expected, and what came.
 */
export function schemaValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): (data: unknown) => Validated {
  const declared = schema as TSchema;
  return (data) => {
    const compiled = checkOf(declared);
    const value = httpPart === "querystring" || httpPart === "params" ? Value.Default(declared, typed(declared, data)) : data;
    const error = compiled.Check(value) ? undefined : compiled.Errors(value).First();
    if (!error) return { value };
    // A repeated parameter has no position in its name.
    const at = httpPart === "querystring" ? error.path.replace(/\/\d+$/, "") : error.path;
    const where = at.replace(/^\//, "").replaceAll("/", ".");
    const expected = wordsFor(error.schema) ?? error.message.replace(/^Expected /, "").replace(/^[A-Z](?=[a-z ])/, (a) => a.toLowerCase());
    const detail = `${where || httpPart || "request"}: expected ${expected}, got ${shown(error.value)}.`;
    // For a missing text its length alone does not say what to send.
    const isMissingText = error.value === undefined && /^text\b/.test(expected) && typeof error.schema.description === "string";
    return { error: new Error(isMissingText ? `${detail} ${error.schema.description}` : detail) };
  };
}
