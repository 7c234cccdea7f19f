import { CELL_FUNCTIONS, type FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import type { EvalReply, RegistryRow } from "../../../src/contract/wire";
import { importInto, keyFor, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

/** Every field that only some plans get. */
const RESTRICTED = CELL_FUNCTIONS.flatMap((fn: FunctionName) => declarationOf(fn).fields.flatMap(({ name, plan }) => (plan ? [{ fn, name, plan }] : [])));
const free = { authorization: `Bearer ${keyFor("free")}` };

let s: ServiceUnderTest;
beforeAll(async () => {
  s = await serviceUnderTest();
  s.store.keys.add(keyFor("free"), "free", "free", "2024-06-25");
  const range = { DFEDTARL: 5.25, DFEDTARU: 5.5 };
  importInto(s.store, Object.fromEntries(Object.entries(range).map(([id, value]) => [id, { "2024-06-21": value, "2024-06-24": value }])));
  importInto(s.store, { SOFR: { "2024-06-21": 5.31, "2024-06-24": 5.33 }, EFFR: { "2024-06-24": 5.33 } });
});
afterAll(() => s.close());

const cells = (fn: string, fields: readonly string[], headers?: Record<string, string>) =>
  s.post({ cells: fields.map((field, id) => ({ id, fn, args: ["SOFR", field] })) }, headers).then((reply) => reply.json<EvalReply>().data);

test("a restricted figure never reaches a free key, whichever key asked first", async () => {
  const fields = declarationOf("MMRATE").fields.map(({ name }) => name);
  const first = await cells("MMRATE", fields, free);
  const developers = await cells("MMRATE", fields);
  // The same question again: the answer to the developer key is cached by now.
  for (const answers of [first, await cells("MMRATE", fields, free)])
    for (const [i, answer] of answers.entries()) {
      if (fields[i] !== "corridor_position_pct") expect(answer).toEqual(developers[i]);
      else
        expect(answer).toMatchObject({
          value: null,
          code: "plan_required",
          reason: "This figure needs the Developer plan.",
          explanation: expect.stringMatching(/^corridor_position_pct is served to keys of the Developer plan, and this key is of the Free plan\. Ask /),
        });
    }
  expect(developers[fields.indexOf("corridor_position_pct")]?.value).toBe(32);
});

test("every restricted field is withheld, and the registry names its plan", async () => {
  expect(RESTRICTED.map(({ fn, name }) => `${fn}.${name}`)).toEqual(["MMRATE.corridor_position_pct"]);
  for (const { fn, name, plan } of RESTRICTED) {
    const [answer] = await cells(fn, [name], free);
    expect([fn, name, answer?.value, answer?.code]).toEqual([fn, name, null, "plan_required"]);
    const [row] = (await s.get(`/v1/fields?q=SERVICE.${fn}`, free)).json<{ data: RegistryRow[] }>().data;
    expect(row?.fields?.find((field) => field.name === name)?.plan).toBe(plan);
  }
});

test("an endpoint has the same row for both plans, with withheld_reason in place of the figure", async () => {
  type Reply = { data: Record<string, unknown>[] };
  const both = [(await s.get("/v1/macro/money-market")).json<Reply>(), (await s.get("/v1/macro/money-market", free)).json<Reply>()];
  const [full, restricted] = both.map(({ data }) => data.find(({ key }) => key === "SOFR")!);
  expect(full).toMatchObject({ rate_pct: 5.33, corridor_position_pct: 32 });
  expect(full).not.toHaveProperty("withheld_reason");
  const reason = expect.stringContaining("keys of the Developer plan") as string;
  expect(restricted).toEqual({
    ...full,
    corridor_position_pct: null,
    reasons: { ...(full!["reasons"] as object), corridor_position_pct: { code: "plan_required", reason } },
    withheld_reason: reason,
  });
  // No other reply has a restricted figure: an endpoint that adds one belongs into this test.
  const { paths } = (await s.get("/v1/openapi.json")).json<{ paths: Record<string, unknown> }>();
  const having = Object.entries(paths).filter(([, path]) => RESTRICTED.some(({ name }) => JSON.stringify(path).includes(`"${name}":`)));
  expect(having.map(([path]) => path)).toEqual(["/v1/macro/money-market"]);
});
