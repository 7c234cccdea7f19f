import type { RegistryRow } from "../../../src/contract/wire";
import { contractRows } from "../../../src/pane/formula/contract-rows";
import { loadFields } from "../../../src/pane/formula/load-fields";
import { searchRows } from "../../../src/pane/formula/search-rows";
import type { Fetched, PaneHost } from "../../../src/pane/pane-host";
import { openServices } from "../../contract/service/service-under-test";

const service = openServices();
const rows = contractRows();
const fields = (typed: string, kind?: RegistryRow["kind"]) => searchRows(rows, typed, kind).rows.map((row) => row.field);

/** A pane's host with this service, and a count of its requests. */
function hostOver(get: (path: string) => Promise<Fetched>, baseUrl = "https://service.test"): PaneHost & { fetched: string[] } {
  const fetched: string[] = [];
  const host = {
    fetched,
    connection: () => ({ kind: "connected", baseUrl, place: "memory" }),
    fetch: (path: string) => {
      fetched.push(path);
      return get(path);
    },
  };
  return host as unknown as PaneHost & { fetched: string[] };
}

describe("the search of the formula builder", () => {
  it.each([
    ["DGS10", "DGS10"],
    ["yield", "SERVICE.YIELD"],
    ["10 year yield", "DGS10"],
    ["short interest", "SERVICE.SHORTINTEREST"],
    ["inflation", "SERVICE.ESI"],
    ["=SERVICE.FREDH(", "SERVICE.FREDH"],
    ["short.pctfloat", "short.pctfloat"],
    ["market_cap", "market_cap"],
    ["lower bound", "short_pct_float_is_a_lower_bound"],
  ])('has among its results for "%s" the entry %s', (typed, field) => {
    expect(fields(typed)).toContain(field);
  });

  it("lists the entry with the typed name first", () => {
    expect(fields("fred")[0]).toBe("SERVICE.FRED");
    expect(fields("dgs2")[0]).toBe("DGS2");
    expect(fields("PRICE")[0]).toBe("SERVICE.PRICE");
  });

  it("lists caveats after entries that give a value", () => {
    const kinds = searchRows(rows, "10 year yield", undefined).rows.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(["series", "function"]);
    expect(kinds.indexOf("caveat")).toBe(kinds.length - 1);
  });

  it("finds entries with most of the typed words if none has all, but none with only a few", () => {
    expect(fields("treasury 10 years please")).toContain("DGS10");
    expect(fields("zzzz")).toEqual([]);
    expect(fields("zzzz yyyy xxxx treasury")).toEqual([]);
  });

  it("counts matches of every kind, even if one kind is chosen", () => {
    const all = searchRows(rows, "", undefined);
    expect(all.all).toBe(rows.length);
    expect(all.counts).toEqual({ function: 25, series: 50, path: 50, screener: 31, caveat: 74 });
    const series = searchRows(rows, "treasury", "series");
    expect(series.rows.every((row) => row.kind === "series")).toBe(true);
    expect(series.counts).toEqual(searchRows(rows, "treasury", undefined).counts);
  });
});

describe("the list of entries that the service sends for the search", () => {
  it("is fetched in one request and cached", async () => {
    const { get } = await service();
    const host = hostOver(async (path) => ({ ok: true, body: (await get(path)).json() }));
    const [first, second] = await Promise.all([loadFields(host), loadFields(host)]);
    expect(first).toBe(second);
    expect(first.ok && first.rows.length).toBe(rows.length);
    expect(host.fetched).toHaveLength(1);
    await loadFields(host);
    expect(host.fetched).toHaveLength(1);
  });

  it("has exactly the entries that the add-in has without the service", async () => {
    const { get } = await service();
    const loaded = await loadFields(hostOver(async (path) => ({ ok: true, body: (await get(path)).json() })));
    const names = (list: readonly RegistryRow[]) => list.map((row) => `${row.kind} ${row.field} ${row.type}`);
    expect(loaded.ok && names(loaded.rows)).toEqual(names(rows));
  });

  it("is fetched again after a failure, whose message is returned", async () => {
    const host = hostOver(async () => ({ ok: false, message: "The service cannot be reached." }));
    expect(await loadFields(host)).toEqual({ ok: false, message: "The service cannot be reached." });
    await loadFields(host);
    expect(host.fetched).toHaveLength(2);
  });

  it.each([[undefined], [{}], [{ data: "rows" }], [null]])("is refused if the reply is %j", async (body) => {
    const loaded = await loadFields(hostOver(async () => ({ ok: true, body })));
    expect(loaded.ok).toBe(false);
  });

  it("has no invalid rows, and takes fewer than 20 requests if every reply announces more", async () => {
    const row = { field: "DGS10", kind: "series", description: "", type: "%", source: "", doors: [], universe: null };
    const host = hostOver(async () => ({ ok: true, body: { data: [row, 7, { field: 1 }], meta: { has_more: true } } }));
    const loaded = await loadFields(host);
    expect(loaded.ok && loaded.rows.every((r) => r.field === "DGS10")).toBe(true);
    expect(host.fetched.length).toBeLessThan(20);
  });
});
