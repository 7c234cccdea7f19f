import type { TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";

type Validated = { value: unknown } | { error: Error };

/**
 * Validates requests with the declared schemas themselves. Query text is turned into numbers where the schema says so; bodies are
 * taken as they are: coercion would turn null into 0.
 */
export function schemaValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): (data: unknown) => Validated {
  const declared = schema as TSchema;
  const compiled = TypeCompiler.Compile(declared);
  return (data) => {
    const value = httpPart === "querystring" || httpPart === "params" ? Value.Default(declared, Value.Convert(declared, Value.Clone(data))) : data;
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
