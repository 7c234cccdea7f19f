import { FUNCTION_NAMES } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { sheetPath } from "../../../src/contract/paths";
import { functionSpec } from "../../../src/contract/functions";
import { SCREENER_FIELDS } from "../../../src/contract/screener";
import type { RegistryRow } from "../../../src/contract/wire";
import { SPECIFICATION, type CoveredItem } from "../../coverage/specification";
import { SEED, TESTED, WHOLE } from "../../corpus";
import { BULK_DATASETS } from "../../../src/service/families/bulk/datasets";
import { askScreener, askThroughDoors, comparedDoors, openDoors, otherDoors } from "./doors";
import type { Document } from "./openapi-document";
import { serviceUnderTest, type Reply, type ServiceUnderTest } from "./service-under-test";

let s: ServiceUnderTest;
let document: Document;
let registry: ReadonlyMap<string, RegistryRow>;
beforeAll(async () => {
  s = await serviceUnderTest();
  document = (await s.get("/v1/openapi.json")).json<Document>();
  const { data } = await s.read<RegistryRow[]>("/v1/fields?limit=500");
  registry = new Map(data.map((row) => [`${row.kind} ${row.field}`, row]));
});
afterAll(() => s.close());

const of = (kind: string): readonly CoveredItem[] => SPECIFICATION.filter((item) => item.kind === kind);
const replies = new Map<string, Promise<Reply<any>>>();
/** The reply of an address that several items name. */
const reply = (url: string): Promise<Reply<any>> => {
  const asked = replies.get(url) ?? s.read<any>(url);
  replies.set(url, asked);
  return asked;
};

/** Values for the names in an address, and for a query that is required. */
const KNOWN: Readonly<Record<string, string>> = {
  asset_class: "crypto",
  symbol: "BTC",
  market_id: "us-recession-2024",
  id: "us-recession-2024",
  ticker: "AAPL",
  series_id: "DGS10",
};
const filled = (path: string, known: Readonly<Record<string, string>>): string => path.replace(/\{(\w+)\}/g, (_, name: string) => known[name]!);

/** Address with a parameter of this value. A value may repeat the parameter: "100&notional=2500". */
function address(path: string, name: string, value: string): string {
  const since = path === "/v1/changes" && name !== "since" ? "since=2024-06-24&" : "";
  if (path.includes(`{${name}}`)) return filled(path, { ...KNOWN, [name]: value, ...(value === "equity" ? { symbol: "AAPL" } : {}) });
  return `${filled(path, KNOWN)}?${since}${name}=${value}`;
}

test("parameters are accepted at their bounds, have their defaults, and are refused beyond", async () => {
  // Bounds do not depend on rows. Only markets must exist.
  const empty = await serviceUnderTest({ imports: { DGS10: { "2024-06-24": 4.25 } } });
  empty.store.decisions.decide("sample", false, "2024-06-25");
  const wrong: string[] = [];
  for (const { id, accepts = [], refuses = [], default: fallback } of of("parameter")) {
    const [path, name] = id.split(" ") as [string, string];
    const declared = document.paths[path.replace("{id}", "{market_id}")]?.get?.parameters?.find((one) => one.name === (name === "id" ? "market_id" : name));
    if (!declared) wrong.push(`${id} is not declared`);
    else if (fallback !== undefined && JSON.stringify(declared.schema["default"]) !== JSON.stringify(fallback))
      wrong.push(`${id} has the default ${JSON.stringify(declared.schema["default"])}, not ${JSON.stringify(fallback)}`);
    for (const [values, status] of [
      [accepts, 200],
      [refuses, 422],
    ] as const)
      for (const value of values) {
        const { statusCode } = await (path.includes("/markets/") ? s : empty).get(address(path, name, value));
        if (statusCode !== status) wrong.push(`${id}=${value} gives ${statusCode}, not ${status}`);
      }
  }
  await empty.close();
  expect(wrong).toEqual([]);
  expect(of("parameter").filter(({ accepts = [] }) => accepts.length === 0)).toEqual([]);
});

test("functions have the names and arguments of the specification", () => {
  const declared = (id: string): string | undefined => {
    const name = FUNCTION_NAMES.find((fn) => id.startsWith(`${fn}(`));
    const specified = id.split("(")[1]?.split(", ").length;
    // Arguments that are in no specification come last.
    return (
      name &&
      `${name}(${functionSpec(name)
        .parameters.slice(0, specified)
        .map((p) => p.name)
        .join(", ")})`
    );
  };
  expect(of("function").map(({ id }) => declared(id))).toEqual(of("function").map(({ id }) => id));
});

test("paths resolve to the function and field of the specification", () => {
  const wrong = of("sheet path").filter(({ id, says }) => {
    const found = sheetPath(id);
    const [, fn, field] = /^(\w+)\(entity\)(?:, field (\w+))?/.exec(says)!;
    return found?.fn !== fn || (field !== undefined && (found?.field ?? declarationOf(found!.fn).fields[0]?.name) !== field);
  });
  expect(wrong).toEqual([]);
});

test("screener fields have the group, type and operators of the specification and refuse others", async () => {
  const wrong: string[] = [];
  for (const { id, says } of of("screener field")) {
    const row = registry.get(`screener ${id}`);
    const type = SCREENER_FIELDS.find(({ name }) => name === id)?.type;
    const operators = says.replace(/^.*: /, "").split(", ");
    if (`${row?.group}, ${type}: ${row?.operators?.join(", ")}` !== says) wrong.push(`${id}: ${type} ${JSON.stringify(row)}`);
    for (const operator of ["gte", "lte", "gt", "lt", "eq", "between", "in", "nin", "like"].filter((one) => !operators.includes(one))) {
      const { statusCode } = await s.get(`/v1/screen?limit=1&${id}=${operator}:1`);
      if (statusCode !== 422) wrong.push(`${id}=${operator}: ${statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("series have the unit of the specification", () => expect(of("series").filter(({ id, says }) => registry.get(`series ${id}`)?.type !== says)).toEqual([]));

test("caveats come with the figures that they limit", async () => {
  const wrong: string[] = [];
  for (const { id, at } of of("caveat")) {
    if (!registry.has(`caveat ${id}`)) wrong.push(`${id} is not in the registry`);
    if (at !== undefined && !(await reply(at)).meta.caveats.includes(id)) wrong.push(`${id} does not come with ${at}`);
  }
  expect(wrong).toEqual([]);
});

test("records have the fields of the specification", async () => {
  const wrong: string[] = [];
  for (const { id, at, members = [] } of of("record field")) {
    if (at === undefined) continue;
    const { data, meta } = await reply(at);
    const row: object | undefined = Array.isArray(data) ? (data[0] as object) : data;
    for (const member of members) {
      const steps = member.split(".");
      const last = steps.pop()!;
      const within = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], { ...row, meta });
      if (typeof within !== "object" || within === null || !(last in within)) wrong.push(`${id}: ${at} has no ${member}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("removed endpoints are unmounted", async () => {
  for (const path of ["/v1/prediction/divergence", "/v1/prediction/options-divergence"]) {
    expect((await s.get(path)).statusCode).toBe(404);
    expect(Object.keys(document.paths)).not.toContain(path);
  }
});

// Last, because it imports rows and then turns sample data off.
describe("doors", () => {
  const NONE = { tested: TESTED, faults: [] };
  let close: () => Promise<void>;
  beforeAll(async () => {
    close = await openDoors(s);
  });
  afterAll(() => close());

  test("that answer the same question give the same value, date, source and caveats", async () => {
    const { faults, doorsSeen, known, readings, functions, filesNotSeen, notOccurred } = await askThroughDoors();
    expect({ tested: TESTED, faults }).toEqual(NONE);
    expect(filesNotSeen).toEqual([]);
    expect(known).toBeGreaterThan(WHOLE ? 700 : 20);
    expect(readings).toBeGreaterThan(WHOLE ? 1500 : 80);
    if (WHOLE) expect(doorsSeen).toEqual(["MCP", "REST", "bulk", "path", "screener", "screener CSV"]);
    if (WHOLE) expect(functions.sort()).toEqual([...FUNCTION_NAMES].sort());
    // Other seeds may ask other questions.
    if (WHOLE && SEED === "1") expect(notOccurred).toEqual([]);
  });

  test("are compared for every function and every bulk file, or have a reason", () => {
    const { functions, cellsAlone, files, filesAlone } = comparedDoors();
    expect([...functions, ...cellsAlone].sort()).toEqual([...FUNCTION_NAMES].sort());
    expect([...files, ...filesAlone].sort()).toEqual(BULK_DATASETS.map(({ name }) => name).sort());
  });

  test("that the registry names are those compared here", async () => expect(await otherDoors()).toEqual([]));

  test("of the screener give the figures of cells over published rows alone", async () => {
    const { faults, doorsSeen, known } = await askScreener();
    expect({ tested: TESTED, faults }).toEqual(NONE);
    // The price of three names, and the days to cover of two.
    expect(known).toBe(5);
    expect(doorsSeen).toEqual(["path", "screener", "screener CSV"]);
  });
});
