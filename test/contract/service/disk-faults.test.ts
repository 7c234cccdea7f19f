import Database from "libsql";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCounting, createKeywords, createUsage, MAX_KEYWORDS } from "../../../src/service/ledger/counting";
import { ledgerBeside } from "../../../src/service/ledger/ledger";
import { openStore } from "../../../src/service/store/store";
import { writing, writingInSteps } from "../../../src/service/sqlite/sql";
import { itWithDisk, mountDisk, type Disk } from "../../read-only-disk";
import { importInto, openServices } from "./service-under-test";

const service = openServices();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "service-disk-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A ledger that cannot grow by a page, like one on a full disk. */
function full(): InstanceType<typeof Database> {
  const file = path.join(folder, "service.db");
  openStore({ path: file }).close();
  const sql = new Database(ledgerBeside(file));
  sql.exec(`PRAGMA max_page_count = ${Number((sql.prepare("PRAGMA page_count").get() as { page_count: number }).page_count)}`);
  return sql;
}
const unlimited = (...periods: string[]) => periods.map((period) => ({ period, limit: 1e9 }));
const tooLarge = "x".repeat(5_000_000);

describe("a transaction that fails on a full disk", () => {
  it("throws the disk's own error, not that of a rollback", () => {
    const sql = full();
    const insert = sql.prepare("INSERT INTO asked_keyword VALUES (?, 1)");
    expect(() => writing(sql, () => insert.run(tooLarge))).toThrow(/database or disk is full/);
    const steps = writingInSteps(sql, function* () {
      yield 1;
      insert.run(tooLarge);
    });
    expect(steps.next()).toEqual({ done: false, value: 1 });
    expect(() => steps.next()).toThrow(/database or disk is full/);
    expect([sql.inTransaction, sql.prepare("SELECT COUNT(*) AS n FROM asked_keyword").get()]).toMatchObject([false, { n: 0 }]);
    sql.close();
  });

  it("throws the original error if the transaction has ended already", () => {
    const sql = full();
    expect(() =>
      writing(sql, () => {
        sql.exec("ROLLBACK");
        throw new Error("the work's own");
      }),
    ).toThrow("the work's own");
    sql.close();
  });
});

describe("counting requests", () => {
  it("continues in memory on a full disk, reports it once, and is stored later", async () => {
    const sql = full();
    const said: string[] = [];
    const counting = createCounting((sentence) => said.push(sentence));
    const usage = createUsage(sql, counting);
    sql.exec("PRAGMA query_only = 1");
    for (let i = 0; i < 3; i++) await usage.take("k", unlimited("minute:2024-06-25T12:00", "month:2024-06"));
    expect([...(await usage.used("k", ["month:2024-06"])), said.length, counting.off()]).toEqual([3, 1, said[0]]);
    expect(said[0]).toMatch(/^Counting is off: the database cannot be written to\. .+ Answers continue; requests are counted in memory until then\.$/);
    sql.exec("PRAGMA query_only = 0; PRAGMA max_page_count = 100000");
    await usage.take("k", unlimited("month:2024-06"));
    const stored = sql.prepare("SELECT used FROM usage_window WHERE period = 'month:2024-06'").get();
    expect([stored, counting.off(), said.length]).toMatchObject([{ used: 4 }, undefined, 1]);
    for (let i = 0; i < 99; i++) await usage.take("k", unlimited("month:2024-06"));
    expect(said).toEqual([said[0], "Counting is on again: the requests counted in memory are stored."]);
    sql.close();
  });

  it("keeps only the current minute and the newest keywords in memory", async () => {
    const sql = full();
    sql.exec("PRAGMA query_only = 1");
    const counting = createCounting(() => undefined);
    const usage = createUsage(sql, counting);
    await usage.take("k", unlimited("minute:2024-06-25T12:00"));
    await usage.forget("minute:", "minute:2024-06-25T12:01");
    expect(await usage.used("k", ["minute:2024-06-25T12:00"])).toEqual([0]);
    const keywords = createKeywords(sql, counting);
    for (let i = 0; i < 100; i++) await keywords.add([`word ${i}`], i * 3_600_000);
    sql.exec("PRAGMA query_only = 0; PRAGMA max_page_count = 100000");
    await keywords.add(["last"], 1e9);
    const listed = await keywords.list();
    expect([listed.length, ...listed.slice(0, 2)]).toEqual([MAX_KEYWORDS, "last", "word 99"]);
    sql.close();
  });

  it("does not catch errors other than the database's", () => {
    expect(() =>
      createCounting(() => undefined).write(() => {
        throw new TypeError("a mistake");
      }),
    ).toThrow("a mistake");
  });
});

describe("a disk that accepts no bytes", () => {
  let disk: Disk;
  beforeEach(() => {
    disk = mountDisk(folder);
  });
  afterEach(() => disk.unmount());

  const cells = [
    { fn: "FRED", args: ["DGS10"] },
    { fn: "PRICE", args: ["AAPL"] },
    { fn: "OSINT", args: ["semiconductor", 24] },
  ];

  itWithDisk("if full: every request is answered, and the status says that counting is off", async () => {
    const said: string[] = [];
    const store = openStore({ path: path.join(disk.folder, "service.db"), notice: (sentence) => said.push(sentence) });
    store.decisions.decide("gdelt", true, "2024-06-25");
    const s = await service({ store });
    const makeRoom = disk.fill();
    for (let i = 0; i < 3; i++) expect((await s.cells(cells)).data).toHaveLength(3);
    const status = await s.get("/v1/status");
    expect([status.statusCode, status.json<{ data: { counting_off?: string } }>().data.counting_off]).toEqual([
      200,
      "Counting is off: the disk with the data folder is full. Free some space. Answers continue; requests are counted in memory until then.",
    ]);
    expect(said).toHaveLength(1);
    makeRoom();
    await s.cells(cells);
    const { data } = (await s.get("/v1/status")).json<{ data: { counting_off?: string; quota: { monthly_used: number } } }>();
    expect([data.counting_off, data.quota.monthly_used, await store.ledger.keywords.list()]).toEqual([undefined, 6, ["semiconductor"]]);
    await s.close();
    store.close();
  });

  itWithDisk("if read-only: the database opens, and imported rows are served", async () => {
    const elsewhere = path.join(folder, "service.db");
    const before = openStore({ path: elsewhere });
    importInto(before, { DGS10: { "2024-06-20": 4.26 } });
    before.close();
    const file = path.join(disk.folder, "service.db");
    for (const [from, to] of [
      [elsewhere, file],
      [ledgerBeside(elsewhere), ledgerBeside(file)],
    ] as const) {
      const sql = new Database(from);
      sql.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      sql.close();
      copyFileSync(from, to);
    }
    disk.readOnly();
    const said: string[] = [];
    const store = openStore({ path: file, notice: (sentence) => said.push(sentence) });
    expect(store.observations.latest("DGS10", "2024-06-25", 1)[0]?.value).toBe(4.26);
    await store.ledger.usage.take("k", unlimited("month:2024-06"));
    expect([...(await store.ledger.usage.used("k", ["month:2024-06"])), said]).toEqual([
      1,
      [expect.stringMatching(/^Counting is off: the database cannot be written to/)],
    ]);
    expect(() => store.forgetSeries("DGS10", "2024-06-25")).toThrow(/readonly/);
    store.close();
  });
});
