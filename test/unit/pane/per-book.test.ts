import { auditorOf, scan } from "../../../src/pane/audit/audit-of";
import { createDataOrigin } from "../../../src/pane/connection/data-origin";
import { sourcesWorkOf, writeSources } from "../../../src/pane/inspect/sources-sheet";
import { type BookOpen, perBook } from "../../../src/pane/per-book";
import { refresherOf } from "../../../src/pane/refresh/refresher";
import { workPerBook } from "../../../src/pane/work/work";
import { STATUS } from "../../status-reply";
import { pass, withFakeTimers } from "../../time";
import { desk, type Desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";

withFakeTimers({ now: Date.parse("2024-06-25T12:00:00Z") });

/** A workbook with a price that was saved as 1 and is now 10. */
function opened(): Desk {
  const d = desk();
  d.workbook.put("Sheet1!A1", '=SERVICE.PRICE("A")', saved(1));
  d.prices.set("A", 10);
  return d;
}

describe("a value per book", () => {
  test("is created once for each book, and learns that another book was opened", () => {
    const d = desk();
    const of = perBook((_, open): { readonly open: BookOpen } => ({ open }));
    const first = of(d.host);
    d.changed();
    expect(of(d.host)).toBe(first);
    expect(first.open.aborted).toBe(false);
    d.openAnother();
    expect(first.open.aborted).toBe(true);
    expect(of(d.host)).not.toBe(first);
    expect(of(d.host).open.aborted).toBe(false);
    expect(of(desk().host)).not.toBe(of(d.host));
  });

  test("that was created before the first book is open belongs to that book", () => {
    const d = desk();
    d.host.workbookThere = false;
    const of = perBook((_, open): { readonly open: BookOpen } => ({ open }));
    const early = of(d.host);
    d.host.workbookThere = true;
    d.changed();
    expect(of(d.host)).toBe(early);
    d.host.workbookThere = false;
    expect(of(d.host)).toBe(early);
    expect(early.open.aborted).toBe(false);
  });
});

describe("when another book is opened", () => {
  test("a refresh of the book before stops, and changes no cell of the new one", async () => {
    const d = opened();
    const before = refresherOf(d.host);
    const ended = before.start("workbook");
    await pass(5);
    const other = d.openAnother((book) => book.put("Sheet1!A1", '=SERVICE.PRICE("A")', saved(3)));
    await pass(30_000);
    expect(await ended).toMatchObject({ stopped: true, answered: 0 });
    expect([...d.workbook.marked.keys(), ...other.marked.keys()]).toEqual([]);
    expect(other.at("Sheet1!A1").text).toBe("3");
    expect(refresherOf(d.host).state()).toEqual({ phase: "idle" });
  });

  test("its own plan counts, on opening and at its interval", async () => {
    const d = opened();
    d.workbook.kept.set("service.refresh", '{"everyMinutes":1,"onOpen":"nothing"}');
    d.host.onChange(() => void refresherOf(d.host));
    expect(refresherOf(d.host).nextAt()).toBe(Date.now() + 60_000);
    const other = d.openAnother((book) => {
      book.put("Sheet1!A1", '=SERVICE.PRICE("A")', saved(3));
      book.kept.set("service.refresh", '{"everyMinutes":5,"onOpen":"all"}');
    });
    expect(refresherOf(d.host).nextAt()).toBe(Date.now() + 300_000);
    await pass(60_000);
    expect(other.at("Sheet1!A1").text).toBe("10");
    expect(d.workbook.marked.size).toBe(0);

    d.openAnother();
    expect(refresherOf(d.host).nextAt()).toBeUndefined();
    await pass(3_600_000);
    expect(d.wire.sent).toHaveLength(1);
  });

  test("its audit, sources and long work have no result yet, and those of the book before stop", async () => {
    const d = opened();
    await scan(d.host);
    expect(auditorOf(d.host).state().result?.audit.cells).toHaveLength(1);
    const workOf = workPerBook<string>();
    let signal: AbortSignal | undefined;
    void workOf(d.host).start("Reading", async (working) => {
      signal = working.signal;
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return "copied";
    });
    const writing = writeSources(d.host, "workbook");
    d.openAnother();
    await pass(60_000);
    expect(signal?.aborted).toBe(true);
    expect(await writing).toEqual({ kind: "stopped" });
    expect(auditorOf(d.host).state()).toEqual({});
    expect(workOf(d.host).state()).toEqual({});
    expect(sourcesWorkOf(d.host).state()).toEqual({});
  });
});

test("the origin is that of the open workbook's cells, also of answers from the cache, after new data was imported", async () => {
  const d = desk();
  /** It has published rows, and sample data for the rest. */
  const status = { ...STATUS, families: [{ family: "curve", sample: true, real_names: 1 }] };
  const served = { ...d.host, fetch: async () => ({ ok: true as const, body: { data: status } }) };
  const data = createDataOrigin(served);
  d.prices.set("A", { value: 1, sample: true, observation_date: "2024-06-24", max_age_s: 86_400 });
  d.prices.set("B", { value: 2, sample: false, observation_date: "2024-06-24", max_age_s: 86_400 });
  const openBookWith = async (ticker: string): Promise<void> => {
    const other = d.openAnother((book) => book.put("Sheet1!A1", `=SERVICE.PRICE("${ticker}")`, saved(null)));
    await other.recalculate([{ sheet: "Sheet1", row: 0, column: 0 }]);
    await pass(5_000);
  };
  await openBookWith("A");
  expect(data.origin()).toBe("sample");
  await openBookWith("B");
  expect(data.origin()).toBe("published");
  await data.renew();
  await openBookWith("A");
  expect(data.origin()).toBe("sample");
  d.openAnother();
  await pass(5_000);
  expect(data.origin()).toBe("published");
});
