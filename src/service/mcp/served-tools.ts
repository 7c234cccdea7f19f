import { TOOLS } from "./tools";

/** A JSON Schema, as far as it is read here. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

/** The service's OpenAPI document, as far as tools use it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: Operation } | undefined>>;
}
interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> } | undefined>>;
}

/** An endpoint of a tool. */
export interface Route {
  /** Address with `{name}` for each of `inPath`. */
  readonly path: string;
  readonly inPath: readonly string[];
  /** Schema of the reply to a request that succeeds. */
  readonly reply: JsonSchema;
}

/** A tool that this service has. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** With the most path parameters first. */
  readonly routes: readonly Route[];
  readonly inputSchema: InputSchema;
  /** Names of parameters by argument, where they differ. */
  readonly sentAs: Readonly<Record<string, string>>;
}
interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

const CURSOR: JsonSchema = {
  type: "string",
  description: "next_cursor of a result that was cut; returns its next rows.",
};

/** One enum instead of a choice of single words: models read it more reliably. */
function plainChoice(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!anyOf?.every((one) => one.type === "string" && one.enum !== undefined)) return schema;
  return { ...rest, type: "string", enum: anyOf.flatMap((one) => one.enum ?? []) };
}

const isInPath = (parameter: Parameter): boolean => parameter.in === "path";

/** The tools whose endpoints the service has, with arguments from its OpenAPI document. */
export function servedTools({ paths }: ApiDocument): readonly Tool[] {
  return TOOLS.flatMap(({ name, paths: own, description, sentAs = {} }) => {
    const operations = own.flatMap((path) => {
      const get = paths[path]?.get;
      return get === undefined ? [] : [{ path, get }];
    });
    const [first] = operations;
    if (first === undefined) return [];
    const argumentOf = (parameter: string): string => Object.keys(sentAs).find((argument) => sentAs[argument] === parameter) ?? parameter;
    /** When an argument applies, if only some of the tool's endpoints accept it. */
    const condition = (parameter: string): string => {
      const having = operations.filter(({ get }) => get.parameters?.some((one) => one.name === parameter));
      const deciding = operations.flatMap(({ get }) => get.parameters?.filter(isInPath) ?? [])[0];
      if (having.length === operations.length || deciding === undefined || deciding.name === parameter) return "";
      return having.some(({ get }) => get.parameters?.includes(deciding)) ? ` Only with ${deciding.name}.` : ` Only without ${deciding.name}.`;
    };
    const properties: Record<string, JsonSchema> = {};
    const required = new Set<string>();
    for (const parameter of operations.flatMap(({ get }) => get.parameters ?? [])) {
      const argument = argumentOf(parameter.name);
      const inWords = `${parameter.description ?? ""}${condition(parameter.name)}`.trim();
      properties[argument] ??= {
        ...plainChoice(parameter.schema),
        ...(inWords === "" ? {} : { description: inWords }),
        ...(parameter.example === undefined ? {} : { examples: [parameter.example] }),
      };
      if (parameter.required === true && operations.every(({ get }) => get.parameters?.some((one) => one.name === parameter.name && one.required === true)))
        required.add(argument);
    }
    return [
      {
        name,
        title: first.get.summary ?? name,
        description,
        routes: operations
          .map(({ path, get }) => ({
            path,
            inPath: (get.parameters ?? []).filter(isInPath).map((one) => one.name),
            reply: get.responses["200"]?.content?.["application/json"]?.schema ?? {},
          }))
          .sort((a, b) => b.inPath.length - a.inPath.length),
        inputSchema: {
          type: "object" as const,
          properties: { ...properties, cursor: CURSOR },
          ...(required.size === 0 ? {} : { required: [...required] }),
          additionalProperties: false as const,
        },
        sentAs,
      },
    ];
  });
}
