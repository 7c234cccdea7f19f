/** The parts of the OpenAPI document that tests read. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}
interface Content {
  readonly "application/json"?: Media;
  readonly "text/csv"?: Media;
}
interface Response {
  readonly description: string;
  readonly content?: Content;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly scheme: string }>> };
  readonly security: readonly Record<string, readonly string[]>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const operationsOf = (document: Document): [path: string, method: string, operation: Operation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  );

/** This part of the document, with the parts that it refers to in their places. */
export function resolved<T>(document: Document, part: T): T {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => resolved(document, one)) as T;
  const { $ref } = part as { readonly $ref?: string };
  if ($ref === undefined) return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, resolved(document, one as unknown)])) as T;
  const target = $ref.slice(2).split("/").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document); // prettier-ignore
  return resolved(document, target as T);
}

interface ExampleRequest {
  readonly path: string;
  readonly method: string;
  readonly name: string;
  readonly status: number;
  readonly url: string;
  readonly body: unknown;
  /** Names of the example's parameters, and of those that the operation requires. */
  readonly given: readonly string[];
  readonly required: readonly string[];
}

/** The requests of all examples. An example's name has its parameters. */
export const exampleRequests = (document: Document): readonly ExampleRequest[] =>
  operationsOf(document).flatMap(([path, method, { parameters = [], requestBody, responses }]) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content)
        .flatMap((media) => Object.keys(media?.examples ?? {}))
        .map((name) => {
          const asked = new URLSearchParams(name === "default" ? "" : name);
          const given = [...asked.keys()];
          const filled = path.replace(/\{(\w+)\}/g, (_, of: string) => {
            const value = asked.get(of) ?? "";
            asked.delete(of);
            return encodeURIComponent(value);
          });
          return {
            path,
            method,
            name,
            status: Number(status),
            url: asked.size > 0 ? `${filled}?${asked.toString()}` : filled,
            body: requestBody?.content["application/json"]?.examples?.[name]?.value,
            given,
            required: parameters.flatMap((p) => (p.required ? [p.name] : [])),
          };
        }),
    ),
  );
