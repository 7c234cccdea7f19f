import { addDays } from "../../src/contract/dates";
import { release, type Call, type Excel } from "./excel-host";
import { keptExcel } from "./kept-excel";
import type { LocalService } from "./local-service";
import { evals, until } from "./stage";

const kept = keptExcel();

/** Each test needs different days, because the page caches answers. */
const days = (count: number, from: string): Call[] =>
  Array.from({ length: count }, (_, i) => ({ fn: "SERVICE.FREDH", args: ["DGS10", addDays(from, i), null], address: `Sheet1!A${i + 1}` }));

/** Waits until the service has received this many requests for cells. */
const seen = (service: LocalService, count: number): Promise<void> => until(() => evals(service).length === count);

describe("one recalculation", () => {
  it("sends 10 requests for 5,000 cells, and answers each cell once", async () => {
    const { page: excel, service, passed } = await kept({ unasked: true });
    const { results, mostAnswers } = await excel.callAll(days(5_000, "2005-01-03"));
    expect(results).toHaveLength(5_000);
    expect(results.filter((r) => !r.ok || (typeof r.value !== "number" && !/^n\/a: ./.test(String(r.value))))).toEqual([]);
    expect(results.filter((r) => r.value === 0)).toEqual([]);
    expect(mostAnswers).toBe(1);
    expect(evals(service).map(({ cells }) => cells)).toEqual(Array.from({ length: 10 }, () => 500));
    passed();
  });

  it("sends equal cells as one question, and a later call needs no request", async () => {
    const { page: excel, service, passed } = await kept();
    const call = { fn: "SERVICE.FREDH", args: ["DGS10", "2024-06-25", null] };
    const { results } = await excel.callAll(Array.from({ length: 1_000 }, () => call));
    expect(new Set(results.map((r) => r.value)).size).toBe(1);
    expect(evals(service).map(({ cells }) => cells)).toEqual([1]);
    expect((await excel.call(call.fn, call.args)).value).toBe(results[0]?.value);
    expect(evals(service)).toHaveLength(1);
    passed();
  });
});

describe("a cancelled call", () => {
  it("aborts its request only if no other call waits for it", async () => {
    const { page: excel, service, passed } = await kept();
    service.switches.eval = "held";
    const aborted: string[] = [];
    excel.page.on("requestfailed", (request) => aborted.push(request.url()));
    const [first, second] = (await excel.begin(days(2, "2019-01-02"))) as [number, number];
    await seen(service, 1);
    await excel.cancel(first);
    // A later call answered at once shows that the first cancellation has been processed.
    expect((await excel.call("SERVICE.YIELD", [true, null])).ok).toBe(false);
    expect(aborted).toEqual([]);
    const gone = excel.page.waitForEvent("requestfailed");
    await excel.cancel(second);
    expect((await gone).url()).toMatch(/\/sheets\/eval$/);
    service.switches.eval = "answer";
    expect((await excel.callAll(days(2, "2019-01-02"))).results.every((r) => r.ok)).toBe(true);
    // A cancelled call is answered at most once.
    expect(await excel.timesAnswered(first)).toBeLessThanOrEqual(1);
    passed();
  });
});

describe("service failures", () => {
  it("waits for a slow service, and answers each cell once from one request", async () => {
    const { page: excel, service, passed } = await kept();
    service.switches.eval = "held";
    const ids = await excel.begin(days(3, "2020-01-02"));
    await seen(service, 1);
    expect(await Promise.all(ids.map((id) => excel.timesAnswered(id)))).toEqual([0, 0, 0]);
    service.switches.eval = "answer";
    const all = excel.callAll(days(3, "2020-01-02"));
    release(service);
    expect((await all).results.every((r) => r.ok)).toBe(true);
    expect(await Promise.all(ids.map((id) => excel.timesAnswered(id)))).toEqual([1, 1, 1]);
    expect(evals(service)).toHaveLength(1);
    passed();
  });

  it("retries a service that is down, then shows #N/A, and the pane lists the cells", async () => {
    const { page: excel, service, passed } = await kept();
    service.switches.eval = "lost";
    const down = await excel.call("SERVICE.FREDH", ["DGS10", "2024-06-21", null], "Sheet1!C7");
    expect(down).toMatchObject({ ok: false, errorCode: 1, value: expect.stringMatching(/cannot be reached.*Refresh/) });
    expect(evals(service)).toHaveLength(3);
    await excel.pane.getByRole("tab", { name: "Account" }).click();
    await excel.pane
      .getByText(/Sheet1!C7/)
      .first()
      .waitFor({ state: "attached" });
    service.switches.eval = "answer";
    expect(await excel.call("SERVICE.FREDH", ["DGS10", "2024-06-21", null])).toMatchObject({ ok: true });
    passed();
  });

  it("retries after a 429 with Retry-After, and no cell fails", async () => {
    const { page: excel, service, passed } = await kept();
    service.switches.eval = { status: 429, retryAfter: "1" };
    const waiting = excel.callAll(days(3, "2021-01-04"));
    await seen(service, 1);
    service.switches.eval = "answer";
    expect((await waiting).results.every((r) => r.ok)).toBe(true);
    expect(evals(service)).toHaveLength(2);
    passed();
  });

  it("shows in the cell that the key is revoked, and sends no further request", async () => {
    const { page: excel, service } = await kept({ unasked: true });
    service.switches.eval = { status: 401, body: JSON.stringify({ detail: { code: "revoked_key", reason: "revoked" } }) };
    for (const date of ["2024-06-24", "2024-06-25"])
      expect(await excel.call("SERVICE.FREDH", ["DGS10", date, null])).toMatchObject({ ok: false, errorCode: 1, value: expect.stringMatching(/revoked/) });
    expect(evals(service)).toHaveLength(1);
  });
});

describe("Refresh on the ribbon", () => {
  const pressed = ({ pane }: Excel) =>
    pane.evaluate(() => {
      const { actions } = (window as unknown as { Office: { actions: { _association: { mappings: Record<string, (event: { completed(): void }) => void> } } } })
        .Office;
      const press = Object.entries(actions._association.mappings).find(([id]) => id.toLowerCase() === "refresh")?.[1];
      return new Promise<string>((resolve) => (press ? press({ completed: () => resolve("completed") }) : resolve("not associated")));
    });

  it("recalculates exactly the SERVICE cells, then reports completion to Excel", async () => {
    const { page: excel, passed } = await kept();
    const { sheets, dirty, calculations } = excel.workbook;
    sheets.Sheet1 = {
      A1: { formula: '=SERVICE.YIELD("10Y")', value: 1 },
      A2: { formula: '=SERVICE.YIELD("2Y")', value: 1 },
      A3: { formula: "4.7", value: 4.7 },
      C2: { formula: '=IF(A1>0,SERVICE.FRED("DGS10"),1)', value: 1 },
      C3: { formula: '="SERVICE.YIELD("&A1&")"', value: "SERVICE.YIELD(1)" },
      C4: { formula: "=MYSERVICE.YIELD(1)", value: 1 },
    };
    sheets["Second sheet"] = { B5: { formula: '=SERVICE("AAPL","price")', value: 1 } };
    sheets.Empty = {};
    sheets.Constants = { A1: { formula: "1", value: 1 } };
    expect(await pressed(excel)).toBe("completed");
    expect([...dirty].sort()).toEqual(["Second sheet!B5", "Sheet1!A1", "Sheet1!A2", "Sheet1!C2"]);
    expect(calculations.every((kind) => kind === "Recalculate")).toBe(true);
    await excel.settled();
    for (const cell of [sheets.Sheet1.A1, sheets.Sheet1.A2, sheets.Sheet1.C2, sheets["Second sheet"].B5]) {
      expect(typeof cell?.value).toBe("number");
      expect(cell?.value).not.toBe(1);
    }
    expect(sheets.Sheet1.A3?.value).toBe(4.7);
    passed();
  });

  it("changes nothing while the service is down, reports completion to Excel, and works again later", async () => {
    const { page: excel, service, passed } = await kept();
    excel.workbook.sheets.Sheet1 = { A1: { formula: '=SERVICE.YIELD("10Y")', value: 4.2 } };
    service.switches.eval = "lost";
    expect(await pressed(excel)).toBe("completed");
    expect(excel.workbook.dirty).toEqual([]);
    expect(excel.workbook.sheets.Sheet1.A1?.value).toBe(4.2);
    service.switches.eval = "answer";
    expect(await pressed(excel)).toBe("completed");
    expect(excel.workbook.dirty).toEqual(["Sheet1!A1"]);
    excel.workbook.sheets.Sheet1 = {};
    expect(await pressed(excel)).toBe("completed");
    passed();
  });
});
