import fc, { type Arbitrary } from "fast-check";
import { operationsOf, type Document, type Operation, type Parameter } from "./openapi-document";

/** A request that is built from the document. */
interface RandomRequest {
  readonly path: string;
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly asked: Readonly<Record<string, string | readonly string[]>>;
  /** The parameter whose value the document does not allow; undefined if all are allowed. */
  readonly wrong?: string;
}

type Schema = Readonly<Record<string, unknown>>;
type Value = Arbitrary<string | readonly string[]>;

const text = (values: readonly unknown[]): Value => fc.constantFrom(...values.map(String));
/** Text with letters of several scripts, marks, quotes and blanks, of at most this length. */
const anyText = (most: number): Value =>
  fc.string({ unit: "grapheme", minLength: 1, maxLength: Math.min(most, 40) }).filter((one) => one.length <= most && one.trim() !== "");
const DAYS = ["2024-06-25", "2024-06-24", "2024-02-29", "2023-02-29", "1900-01-01", "0001-01-01", "9999-12-31"];
/** Values that fit a pattern or a name that is not declared as a list. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  as_of: ["2024-06-25", "2024-06-25T14:30Z", "2024-06-20", "1950-01-01", "2030-01-01", "June", ""],
  date: DAYS,
  from: DAYS,
  to: DAYS,
  fund_cik: ["1067983", "1", "0000000000"],
  quarter: ["2024Q1", "2100Q4", "1999Q1"],
  market_id: ["us-recession-2024", "fed-cut-2024", "x", "..", "%"],
  series_id: ["DGS10", "dgs10", "SOFR", "DGS100", "VIXCLS"],
  symbol: ["a\u0000b", "AAPL", "BTC", "eth", "SPY", "BRK.B", "AAPLX", "ACLS"],
  ticker: ["\u{1f4c8}", "AAPL", "spy", "BRK.B", "AAPLX", "ACLS"],
};

/** Values that a schema allows: its bounds, values between them, and the examples of the document. */
function allowed({ name, schema, examples }: Parameter): Value {
  const shown = Object.values(examples ?? {}).map(({ value }) => String(value));
  const {
    enum: words,
    type,
    anyOf,
    minimum = 0,
    maximum,
    pattern,
    maxLength = 40,
  } = schema as Schema & { minimum?: number; maximum?: number; maxLength?: number };
  if (Array.isArray(words)) return text(words);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: Schema) => allowed({ name, in: "query", schema: one, ...(examples ? { examples } : {}) })));
  if (type === "array") return fc.array(allowed({ name, in: "query", schema: schema["items"] as Schema }) as Arbitrary<string>, { minLength: 1, maxLength: 3 });
  if (type === "boolean") return text([true, false]);
  if (type === "integer" || type === "number") {
    const most = maximum ?? minimum + 1e9;
    const between =
      type === "integer" ? fc.integer({ min: minimum, max: most }) : fc.double({ min: minimum, max: most, noNaN: true }).map((n) => Number(n.toFixed(4)));
    return fc.oneof(text([minimum, most, ...shown]), between.map(String));
  }
  const known = KNOWN[name] ?? [];
  const listed = text([...shown, ...known].length > 0 ? [...shown, ...known] : ["x"]);
  if (typeof pattern === "string") return text([...shown, ...known].filter((one) => new RegExp(pattern, "u").test(one)));
  return fc.oneof({ weight: 3, arbitrary: listed }, { weight: 1, arbitrary: anyText(maxLength) });
}

/** Values that a schema does not allow; undefined if it allows every text. */
function refused({ schema }: Parameter): Value | undefined {
  const { enum: words, type, minimum, maximum, maxLength, pattern } = schema as Schema & { minimum?: number; maximum?: number; maxLength?: number };
  if (Array.isArray(words)) return text(["", "nothing", "0", `${String(words[0])} `, `${String(words[0])}x`]);
  if (type === "boolean") return text(["yes", "1", "", "True"]);
  if (type === "integer" || type === "number") {
    const outside = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
    return text([...outside, "", "ten", "NaN", "Infinity", "1e3", "0x10", "1,000", ...(type === "integer" ? ["1.5"] : [])]);
  }
  if (typeof pattern === "string") return text(["", "x", "2024-6-1", "2024Q5", "-1"].filter((one) => !new RegExp(pattern, "u").test(one)));
  return maxLength === undefined ? undefined : text(["x".repeat(maxLength + 1)]);
}

function addressOf(path: string, asked: RandomRequest["asked"]): string {
  const query = new URLSearchParams();
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]));
  for (const [name, value] of Object.entries(asked)) if (!inPath.has(name)) for (const one of [value].flat()) query.append(name, one);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(asked[name])));
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
}

/** Requests with allowed parameters; every third has one that is not allowed or not declared. */
function requestsTo(path: string, method: string, { parameters = [] }: Operation, without: ReadonlySet<string>): Arbitrary<RandomRequest> {
  const used = parameters.filter(({ name }) => !without.has(name));
  const values = used.map((p) => {
    const value = allowed(p).filter((one) => p.in !== "path" || (one !== "" && one !== "." && one !== ".."));
    return p.required ? value : fc.option(value, { nil: undefined, freq: 1 });
  });
  const asked = fc
    .tuple(...values)
    .map((given) => Object.fromEntries(given.flatMap((value, i) => (value === undefined ? [] : [[used[i]!.name, value] as const]))));
  const wrongs = parameters.flatMap((p) => {
    const value = refused(p)?.filter((one) => p.in !== "path" || one !== "");
    return value === undefined ? [] : [value.map((one) => [p.name, one] as const)];
  });
  // A parameter that is given twice, unless the document allows a list.
  const twice = used.flatMap((p) =>
    p.in === "path" || JSON.stringify(p.schema).includes('"array"') ? [] : [allowed(p).map((one) => [p.name, [one, one].flat()] as const)],
  );
  const unknown = fc.constantFrom("not_declared", "__proto__", "constructor", "Limit", "limit ").map((name) => [name, "1"] as const);
  const wrong = fc.oneof(...wrongs, ...twice, unknown);
  return fc.tuple(asked, fc.option(wrong, { nil: undefined, freq: 2 })).map(([given, bad]) => {
    const all = bad === undefined ? given : { ...given, [bad[0]]: bad[1] };
    return { path, method, url: addressOf(path, all), asked: all, ...(bad === undefined ? {} : { wrong: bad[0] }) };
  });
}

/** Bodies of POST /sheets/eval: cells that are right, wrong and malformed. */
const bodies = (path: string, method: string): Arbitrary<RandomRequest> => {
  const cell = fc.oneof(
    fc.record({
      fn: fc.constantFrom("FRED", "PRICE", "SHORTINTEREST", "NOPE", ""),
      args: fc.array(fc.oneof(fc.constantFrom("AAPL", "DGS10", "", null), fc.integer(), fc.string()), { maxLength: 4 }),
    }),
    fc.record({ entity: fc.constantFrom("AAPL", "BTC", "", "x"), path: fc.constantFrom("price", "short.pctfloat", "nope", "") }),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  );
  const valid = fc.array(cell, { minLength: 1, maxLength: 20 }).map((cells) => ({ body: { cells: cells.map((one, id) => ({ ...one, id })) } }));
  const malformed = fc.constantFrom(
    null,
    [],
    {},
    { cells: 1 },
    { cells: [] },
    { cells: [{}] },
    { cells: [{ id: 1 }, { id: 1 }] },
    { cells: [{ id: 0 }], not_declared: 1 },
    { cells: [{ id: 0 }], as_of: "June" },
  );
  return fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: malformed.map((body) => ({ body, wrong: "" })) }).map((one) => ({ path, method, url: path, asked: {}, ...one })); // prettier-ignore
};

/** Bodies that other addresses refuse or not, and none where none is declared. */
const otherBodies = (path: string, method: string, { requestBody }: Operation): Arbitrary<RandomRequest> =>
  fc
    .constantFrom(null, [], {}, 1, "x", { not_declared: 1 }, { requests: 0 }, { requests: "ten" }, { requests: 1e300 })
    .map((body) => ({ path, method, url: path, asked: {}, ...(requestBody === undefined ? {} : { body }) }));

/** Addresses whose POST changes nothing. */
const POSTS: Readonly<Record<string, typeof otherBodies>> = { "/sheets/eval": bodies, "/v1/billing/top-up": otherBodies };

/** Seeded requests to every operation of the document that changes nothing. `without` names parameters that no request has. */
export const randomRequests = (document: Document, seed: number, each: number, without: readonly string[] = []): readonly RandomRequest[] =>
  operationsOf(document).flatMap(([path, method, operation]) => {
    const made =
      method === "get" ? requestsTo(path, method, operation, new Set(without)) : method === "post" ? POSTS[path]?.(path, method, operation) : undefined;
    return made === undefined ? [] : fc.sample(made, { seed, numRuns: each });
  });
