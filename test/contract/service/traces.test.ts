import { createHash } from "node:crypto";
import { readReply } from "../../../src/core/reply";
import { closes } from "./rows";
import { openServices, take as takeInto, type ServiceUnderTest } from "./service-under-test";

/** Values in these tests are invented. */
const service = openServices();
const sha = (name: string): string => createHash("sha256").update(name).digest("hex");

function take(s: ServiceUnderTest, file: string, seen: string, days: Readonly<Record<string, number>>, series = "CPIAUCSL"): void {
  const source = series === "CPIAUCSL" ? ("bls" as const) : ("board" as const);
  const rows = Object.entries(days).map(([date, value]) => ({ series, date, value, source }));
  takeInto(s, [], { publisher: source, file, sha256: sha(file), rows, seen });
}

const CPI = { id: 0, fn: "FRED", args: ["CPIAUCSL"] };
async function asked(s: ServiceUnderTest, cells: readonly object[], more: object = { trace: true }) {
  const reply = await s.post({ cells, ...more });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: { value: unknown; trace?: object[] }[]; meta: { documents?: object[]; import_position?: number; version?: string } }>();
}

describe("a request with trace", () => {
  it("names the row and the document of a value, and of a revised one the document of the version shown", async () => {
    const s = await service();
    take(s, "may.json", "2024-05-15T12:30:00Z", { "2024-03-01": 300, "2024-04-01": 301 });
    take(s, "june.json", "2024-06-20T13:00:00Z", { "2024-04-01": 303 });
    const now = await asked(s, [CPI, { id: 1, fn: "FREDH", args: ["CPIAUCSL", "2024-03-15"] }]);
    const may = { sha256: sha("may.json"), publisher: "bls", file: "may.json", position: 1, received: "2024-05-15T12:30:00Z" };
    const june = { sha256: sha("june.json"), publisher: "bls", file: "june.json", position: 2, received: "2024-06-20T13:00:00Z" };
    expect(now.data.map(({ value, trace }) => [value, trace])).toEqual([
      [303, [{ document: 0, dataset: "observation", entity: "CPIAUCSL", date: "2024-04-01" }]],
      [300, [{ document: 1, dataset: "observation", entity: "CPIAUCSL", date: "2024-03-01" }]],
    ]);
    expect(now.meta).toMatchObject({ documents: [june, may], import_position: 2, version: expect.any(String) });
    const then = await asked(s, [CPI], { trace: true, as_of: "2024-06-01" });
    expect([then.data[0]?.value, then.meta.documents]).toEqual([301, [may]]);
  });

  it("names them also if the same question was answered without them before", async () => {
    const s = await service();
    take(s, "may.json", "2024-05-15T12:30:00Z", { "2024-04-01": 301 });
    const plain = await asked(s, [CPI], {});
    expect(plain.data[0]).not.toHaveProperty("trace");
    expect(plain.meta).not.toHaveProperty("documents");
    expect((await asked(s, [CPI])).data[0]?.trace).toHaveLength(1);
    expect((await asked(s, [CPI], {})).data[0]).not.toHaveProperty("trace");
  });

  it("names each input of a computed value, and the record of another kind of row", async () => {
    const s = await service();
    take(s, "ten.csv", "2024-06-21T21:00:00Z", { "2024-06-21": 4.3 }, "DGS10");
    take(s, "two.csv", "2024-06-21T21:00:00Z", { "2024-06-20": 4.6, "2024-06-21": 4.7 }, "DGS2");
    takeInto(s, closes("AAPL", { "2024-06-20": 201 }), { publisher: "user", file: "closes.csv", sha256: sha("closes.csv"), seen: "2024-06-21" });
    const spread = await asked(s, [{ id: 0, fn: "FRED", args: ["T10Y2Y"] }]);
    expect(spread.data[0]?.trace).toMatchObject([{ entity: "DGS10" }, { entity: "DGS2", date: "2024-06-21" }]);
    expect(spread.meta.documents).toMatchObject([{ file: "ten.csv" }, { file: "two.csv" }]);
    const price = await asked(s, [{ id: 0, fn: "PRICE", args: ["AAPL"] }]);
    expect(price.data[0]?.trace).toEqual([expect.objectContaining({ dataset: "price", entity: "AAPL", date: "2024-06-20" })]);
    expect(price.meta.documents).toMatchObject([{ file: "closes.csv", sha256: sha("closes.csv") }]);
  });

  it("names no document for sample data and for an unknown name", async () => {
    const { data, meta } = await asked(await service(), [
      { id: 0, fn: "SHORTINTEREST", args: ["GME", "days"] },
      { id: 1, fn: "FRED", args: ["NOSUCH"] },
    ]);
    expect(data.map(({ trace }) => trace)).toEqual([undefined, undefined]);
    expect(meta).toMatchObject({ documents: [], import_position: 0 });
  });

  it("is refused if it is neither true nor false", async () => {
    const s = await service();
    const reply = await s.post({ cells: [CPI], trace: "yes" });
    expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([422, 'trace: expected true or false, got "yes".']);
  });
});

it("the core reads rows, documents and state, and drops rows without a document", async () => {
  const s = await service();
  take(s, "may.json", "2024-05-15T12:30:00Z", { "2024-04-01": 301 });
  const reply = await asked(s, [CPI]);
  const [answer] = readReply(JSON.stringify(reply), 0, 1)!;
  expect(answer?.trace?.rows).toEqual([
    {
      dataset: "observation",
      entity: "CPIAUCSL",
      date: "2024-04-01",
      document: { sha256: sha("may.json"), publisher: "bls", file: "may.json", position: 1, received: "2024-05-15T12:30:00Z" },
    },
  ]);
  expect(answer?.trace?.state).toMatchObject({ importPosition: 1, moment: "2024-06-26T03:59:59Z" });
  const [lost] = readReply(JSON.stringify({ ...reply, meta: { ...reply.meta, documents: [] } }), 0, 1)!;
  expect(lost?.trace?.rows).toEqual([]);
  const [without] = readReply(JSON.stringify({ ...reply, meta: {} }), 0, 1)!;
  expect(without).not.toHaveProperty("trace");
});
