import type { TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";

type Validated = { value: unknown } | { error: Error };

const WHOLE = /^[+-]?\d{1,15}$/;

/** Text of whole numbers as numbers, where the schema wants them. A converter's other readings are not taken: to one, "true" is 1 and "1.5" is 1 too. */
function numbersOf(schema: TSchema, data: unknown): unknown {
  const properties = schema.properties as Record<string, TSchema> | undefined;
  if (properties === undefined || typeof data !== "object" || data === null) return data;
  const isWhole = (name: string, value: unknown): value is string => properties[name]?.type === "integer" && typeof value === "string" && WHOLE.test(value);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isWhole(name, value) ? Number(value) : value]));
}

/**
 * Validates requests with the declared schemas themselves. Query text is turned into whole numbers where the schema says so; bodies are
 * taken as they are: coercion would turn null into 0.
 */
export function schemaValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): (data: unknown) => Validated {
  const declared = schema as TSchema;
  const compiled = TypeCompiler.Compile(declared);
  return (data) => {
    const value = httpPart === "querystring" || httpPart === "params" ? Value.Default(declared, numbersOf(declared, data)) : data;
    const error = compiled.Check(value) ? undefined : compiled.Errors(value).First();
    if (!error) return { value };
    const where = error.path.replace(/^\//, "").replaceAll("/", ".");
    return {
      error: new Error(
        `${where || httpPart || "request"}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}, got ${JSON.stringify(error.value) ?? "nothing"}`.slice(
          0,
          300,
        ),
      ),
    };
  };
}
