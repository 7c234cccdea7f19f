import { parse } from "csv-parse/sync";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { createHash } from "node:crypto";
import type { IsoDate } from "../../../src/contract/dates";
import type { EvalReply, WireAnswer } from "../../../src/contract/wire";
import { createApp, type AppOptions } from "../../../src/service/app";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { createClock } from "../../../src/service/time/clock";
import type { SourceId } from "../../../src/service/records/attribution";
import type { RecordRow } from "../../../src/service/records/record";

import type { Plan } from "../../../src/contract/plans";
import type { Batch } from "../../../src/service/store/insert-batches";
import { openStore, type Store } from "../../../src/service/store/store";
import { bring, seriesRows } from "../../stored";

/** A key created for one test run; no test contains one as text. */
export const keyFor = (what: string): string => createHash("sha256").update(`contract test ${what}`).digest("hex").slice(0, 40);

export const NOON = Date.UTC(2024, 5, 25, 12);

export interface Setting extends Partial<
  Pick<AppOptions, "clock" | "quotas" | "onFault" | "live" | "books" | "mcp" | "receivers" | "freeKeys" | "topUpCents" | "onReply" | "pages">
> {
  readonly asOf?: IsoDate;
  /** Real time in milliseconds, for quotas. */
  readonly now?: () => number;
  readonly store?: Store;
  readonly plan?: Plan;
  readonly imports?: Imports;
  /** False if sample data is switched off. */
  readonly sample?: boolean;
}

/** Imported rows by series: day to value, null if the publisher lists the day as missing. */
export type Imports = Readonly<Record<string, Readonly<Record<IsoDate, number | null>>>>;

export function importInto(store: Store, imports: Imports, source: SourceId = "user", seen = "2024-06-25"): void {
  const rows = Object.entries(imports).flatMap(([series, days]) => seriesRows(series, source, days));
  if (rows.length > 0) bring(store, { publisher: source, file: "a.csv", sha256: String(rows.length), rows }, seen);
}

/** Imports a document of its own with these records, and with the rows and reports in `more`. */
export function take({ store }: { readonly store: Store }, records: readonly RecordRow[], more: Partial<Batch> & { readonly seen?: string } = {}): void {
  const { seen = "2024-06-25", ...batch } = more;
  bring(store, { records, ...batch }, seen);
}

/** A cell's answer without a value: its code, its reason and, if named, its explanation. */
export const noValue = (code: string, reason: unknown, explanation: unknown = undefined) => ({
  ...{ value: null, code, reason },
  ...(explanation === undefined ? {} : { explanation }),
});

/** The reply of a list without rows. */
export const noRows = (meta: object) => ({ data: [], count: 0, meta });

/** The lines of a bulk file. */
export async function bulkLines(s: Pick<ServiceUnderTest, "get">, name: string, query = ""): Promise<Readonly<Record<string, string>>[]> {
  const reply = await s.get(`/v1/bulk/${name}.csv${query}`);
  expect([name, reply.statusCode, reply.headers["content-type"]]).toEqual([name, 200, "text/csv; charset=utf-8; header=present"]);
  return parse(reply.body, { columns: true });
}

/** Each line's values in these columns. */
export const inColumns = (lines: readonly Readonly<Record<string, string>>[], ...columns: string[]): string[] =>
  lines.map((line) => columns.map((column) => line[column] ?? `no column ${column}`).join(" "));

/** A reply of an address. */
export interface Reply<T = readonly any[]> {
  readonly status: number;
  readonly data: T;
  readonly count: number;
  readonly as_of: string;
  readonly code: string;
  readonly detail: string;
  readonly meta: any;
}

/** The service without a port, with a separate store and a known key. */
export interface ServiceUnderTest {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly key: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** The reply of an address. Its rows have any shape, unless a test names one. */
  read<T = readonly any[]>(url: string): Promise<Reply<T>>;
  /** Sends POST /sheets/eval with this body: text unchanged, anything else as JSON. */
  post(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Reply to these cells, numbered from 0. */
  cells(cells: readonly object[]): Promise<EvalReply>;
  /** Answer to one function. */
  ask(fn: string, ...args: (string | number | null)[]): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** Opens services for the tests of one file. They are closed after each test. */
export function openServices(): (setting?: Setting) => Promise<ServiceUnderTest> {
  const open: ServiceUnderTest[] = [];
  afterEach(async () => {
    for (const s of open.splice(0)) await s.close();
  });
  return async (setting = {}) => {
    const s = await serviceUnderTest(setting);
    open.push(s);
    return s;
  };
}

export async function serviceUnderTest({
  asOf = "2024-06-25",
  now = () => NOON,
  plan = "developer",
  imports = {},
  sample = true,
  ...rest
}: Setting = {}): Promise<ServiceUnderTest> {
  const store = rest.store ?? openStore({ path: ":memory:" });
  const key = keyFor("good");
  await store.ledger.keys.add(key, plan, "test", "2024-06-25");
  importInto(store, imports);
  if (!sample) store.decisions.decide(SAMPLE_SWITCH, false, "2024-06-25");
  const app = await createApp({ clock: createClock(asOf, now), quotas: { perMinute: 1_000_000, perMonth: 1_000_000 }, ...rest, store });
  const authorization = `Bearer ${key}`;
  const get: ServiceUnderTest["get"] = (url, headers) => app.inject({ method: "GET", url, headers: { authorization, ...headers } });
  const post: ServiceUnderTest["post"] = (body, headers) =>
    app.inject({
      method: "POST",
      url: "/sheets/eval",
      headers: { authorization, "content-type": "application/json", ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  const cells: ServiceUnderTest["cells"] = async (list) => {
    const response = await post({ cells: list.map((cell, id) => ({ id, ...cell })) });
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
    return response.json<EvalReply>();
  };
  return {
    app,
    store,
    key,
    get,
    read: async <T>(url: string) => {
      const reply = await get(url);
      const body = reply.json<Omit<Reply<T>, "status">>();
      return { status: reply.statusCode, ...body };
    },
    post,
    cells,
    ask: async (fn, ...args) => (await cells([{ fn, args }])).data[0]!,
    close: async () => {
      await app.close();
      if (!rest.store) store.close();
    },
  };
}
