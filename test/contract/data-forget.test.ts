import Database from "libsql";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { removeDocuments } from "../../src/service/ingest/rebuild";
import { ledgerBeside } from "../../src/service/ledger/ledger";
import { PUBLISHERS } from "../../src/service/publishers/all";
import { openStore } from "../../src/service/store/store";
import { sha256Of } from "../../src/service/store/archive";
import { dataBench, NOW, yearPath } from "./data-bench";
import { grid } from "../grid";

const DAY = 24 * 60 * 60_000;

const bench = dataBench();
const run = (...argv: readonly string[]) => bench.run(argv);
const { put, inStore, take } = bench;
const served = (): unknown[][] => bench.served().map((row) => row.slice(0, 3));
function table(text: string): unknown[] {
  const sql = new Database(bench.database);
  const rows = sql.prepare(text).all() as unknown[];
  sql.close();
  return rows;
}
const parts = async () => (await inStore((s) => s.ledger.feeds.state("treasury.par-yield-curve"))).parts;
const numberOf = (file: string): number => inStore((s) => s.imports.files().find((f) => f.file === file)?.id) ?? Number.NaN;

const YEAR = yearPath(2024);
const RIGHT = 'Date,"10 Yr"\n06/20/2024,4.25\n06/18/2024,4.22\n';
const WRONG = 'Date,"10 Yr"\n06/20/2024,4.95\n06/18/2024,4.92\n06/17/2024,4.91\n';

describe("forget with a file name", () => {
  it("removes the file's rows, also from later rebuilds, and restores the values that they replaced", async () => {
    put("wrong.csv", WRONG);
    await take("2024.csv", RIGHT, "treasury");
    const before = [served(), table("SELECT * FROM observation ORDER BY series, date")];
    bench.loopback.pass(DAY);
    await run("import", "treasury", "wrong.csv");
    expect(served()).toHaveLength(3);
    const { status, out } = await run("forget", "wrong.csv");
    expect(status).toBe(0);
    expect(out).toBe(
      "wrong.csv (treasury, imported 2024-06-21) is removed: 3 rows deleted, 2 of them replaced by values of other documents. A rebuild does not restore it.",
    );
    expect([served(), table("SELECT * FROM observation ORDER BY series, date")]).toEqual(before);
    expect((await run("status")).out).not.toContain("wrong.csv");
    await run("rebuild");
    expect(served()).toEqual(before[0]);
    // It can be imported again like any other file.
    await run("import", "treasury", "wrong.csv");
    expect(served()).toHaveLength(3);
  });

  it("heals an import with a clock that was ahead, of which import and status warn", async () => {
    const latest = () => inStore((s) => s.at(NOW).observations.latest("DGS10", "2024-06-20", 1)[0]?.value);
    await take("2024.csv", RIGHT, "treasury");
    put("later.csv", WRONG);
    bench.loopback.pass(2000 * DAY);
    expect((await run("import", "treasury", "later.csv")).err).toBe("");
    bench.loopback.pass(-2000 * DAY);
    expect(latest()).toBe(4.25);
    const warning =
      /^later\.csv \(no\. 2\) was imported when this machine's clock showed 2029-12-11\. .* type: npm run -s data -- forget 2, and import it again\.$/m;
    expect((await run("status")).err).toMatch(warning);
    expect((await run("import", "treasury", "later.csv")).err).toMatch(warning);
    await run("forget", "2");
    expect((await run("import", "treasury", "later.csv")).err).toBe("");
    expect(latest()).toBe(4.95);
  });

  it("names the series that have no rows left", async () => {
    await take("wrong.csv", "date,value\n2024-06-18,4.70\n", "series", "DGS2");
    expect((await run("forget", "./wrong.csv")).out).toContain(
      "1 row deleted, no other document replaces them. No published rows are left, so sample data is shown, for: DGS2.",
    );
    expect((await run("status")).out).toContain("Nothing is imported yet");
  });

  it("serves the user's value again after the publisher's file is removed", async () => {
    put("2024.csv", RIGHT);
    await take("own.csv", "date,value\n2024-06-18,4.22\n", "series", "DGS10");
    await run("import", "treasury", "2024.csv");
    expect(served()[0]).toEqual(["2024-06-18", 4.22, "treasury"]);
    await run("forget", "2024.csv");
    expect(served()).toEqual([["2024-06-18", 4.22, "user"]]);
  });

  it("lists the files, newest first, if several were imported under that name", async () => {
    await take("2024.csv", RIGHT, "treasury");
    bench.loopback.pass(DAY);
    await take("2024.csv", WRONG, "treasury");
    const before = served();
    const { status, err } = await run("forget", "2024.csv");
    expect(status).toBe(2);
    expect(err.split("\n")).toEqual([
      "forget: 2024.csv was imported 2 times. Which one? Newest first:",
      "  no.  imported    publisher  rows  file",
      "  2    2024-06-21  treasury   3     2024.csv",
      "  1    2024-06-20  treasury   2     2024.csv",
      "Name it by its number, for example: npm run -s data -- forget 2",
    ]);
    expect(served()).toEqual(before);
    expect((await run("forget", "2")).status).toBe(0);
    expect(served().map(([, value]) => value)).toEqual([4.22, 4.25]);
  });

  it("removes records as well, and serves their previous version", async () => {
    put("wrong.csv", "symbol,date,close\nAAPL,2024-06-18,21.43\nMSFT,2024-06-18,446.34\n");
    await take("prices.csv", "symbol,date,close\nAAPL,2024-06-18,214.29\n", "prices");
    await run("import", "prices", "wrong.csv");
    const close = (symbol: string): unknown => inStore((s) => s.records.latest<{ close: number }>("price", symbol, "2024-06-20", 1)[0]?.body.close);
    expect([close("AAPL"), close("MSFT")]).toEqual([21.43, 446.34]);
    expect((await run("forget", "wrong.csv")).out).toContain("2 rows deleted, 1 of them replaced by values of other documents.");
    expect([close("AAPL"), close("MSFT")]).toEqual([214.29, undefined]);
  });

  it("excludes a fetched document from later updates, and refetches none that the document log has", async () => {
    bench.loopback.replies(YEAR, { body: WRONG, headers: { ETag: '"one"' } });
    await run("update", "treasury");
    expect(served()).toHaveLength(3);
    const [file] = inStore((s) => s.imports.files());
    expect((await run("forget", String(file?.id))).out).not.toContain("The next update");
    expect(served()).toEqual([]);
    await run("update", "treasury", "--all");
    expect(served()).toEqual([]);
    bench.loopback.replies(YEAR, { body: RIGHT, headers: { ETag: '"two"' } });
    await run("update", "treasury", "--all");
    expect(served()).toHaveLength(2);
    await take("wrong.csv", WRONG, "treasury");
    const before = await parts();
    expect((await run("forget", "wrong.csv")).out).not.toContain("The next update");
    expect([served().length, await parts()]).toEqual([2, before]);
  });

  it("makes the next update refetch documents that were fetched before the document log existed", async () => {
    bench.loopback.replies(YEAR, { body: RIGHT });
    await run("update", "treasury");
    await take("wrong.csv", WRONG, "treasury");
    const sql = new Database(bench.database);
    sql.exec("DELETE FROM import_series WHERE import_id = 1; DELETE FROM observation WHERE import_id = 1; DELETE FROM import_file WHERE id = 1");
    sql.close();
    expect((await run("forget", "wrong.csv")).out).toContain(
      "The next update fetches these completely, because the removed rows may have hidden some of theirs: treasury.par-yield-curve",
    );
    expect(await parts()).toEqual({});
  });

  it("keeps the rows of a copy that was imported under another name", async () => {
    for (const name of ["first.csv", "copy.csv"]) {
      await take(name, RIGHT, "treasury");
    }
    expect((await run("forget", "first.csv")).out).toContain("2 rows deleted, 2 of them replaced by values of other documents.");
    const kept = grid(3, "2024-06-18", 4.22, "treasury", "2024-06-20", 4.25, "treasury");
    expect(served()).toEqual(kept);
    await run("rebuild");
    expect(served()).toEqual(kept);
    expect((await run("forget", "copy.csv")).out).toContain("No published rows are left");
    expect(served()).toEqual([]);
  });

  it("keeps values that another file also has, in either order of import", async () => {
    for (const wrong of ["first.csv", "second.csv"]) {
      put("second.csv", `${RIGHT}06/17/2024,4.28\n`);
      await take("first.csv", RIGHT, "treasury");
      await run("import", "treasury", "second.csv");
      await take("own.csv", "date,value\n2024-06-18,4.22\n", "series", "DGS10");
      expect((await run("forget", wrong)).status).toBe(0);
      expect(served()).toEqual([
        ...(wrong === "first.csv" ? [["2024-06-17", 4.28, "treasury"]] : []),
        ["2024-06-18", 4.22, "treasury"],
        ["2024-06-20", 4.25, "treasury"],
      ]);
      const other = wrong === "first.csv" ? "second.csv" : "first.csv";
      await run("forget", other);
      expect(served()).toEqual([["2024-06-18", 4.22, "user"]]);
      expect((await run("forget", "own.csv")).out).toContain("so sample data is shown, for: DGS10");
    }
  });

  it.each([
    [["forget"], "forget: name at least one series or file"],
    [["forget", "other.csv"], 'forget: expected a series, or the name or number of a file in npm run -s data -- status, got "other.csv".'],
    [["forget", "DGS22"], 'got "DGS22". The nearest series are DGS2 or DGS20.'],
    [["forget", "2024.csv", "99"], 'got "99": no file has this number.'],
    [["forget", "treasury"], 'got "treasury", a publisher. Its files: 1 (2024.csv). For example: npm run -s data -- forget 1'],
    [["forget", "FINRA"], 'got "FINRA", a publisher without imported files.'],
  ])("%j is refused with a message, and removes nothing", async (argv, sentence) => {
    await take("2024.csv", RIGHT, "treasury");
    expect(await run(...argv)).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
    expect(served()).toHaveLength(2);
  });

  it("lists a publisher's newest files, and counts the earlier ones", async () => {
    for (const day of ["03", "04", "05", "06", "07", "10"]) {
      put(`${day}.csv`, `Date,"10 Yr"\n06/${day}/2024,4.25\n`);
      await run("import", "treasury", `${day}.csv`);
    }
    expect((await run("forget", "treasury")).err).toContain(
      "a publisher. Its files, newest first: 6 (10.csv), 5 (07.csv), 4 (06.csv), 3 (05.csv), 2 (04.csv) and 1 older. For example: npm run -s data -- forget 6",
    );
  });

  it("repeats --data in the command that it suggests", async () => {
    put("2024.csv", RIGHT);
    await run("import", "treasury", "2024.csv", "--data", "elsewhere");
    expect((await run("forget", "treasury", "--data", "elsewhere")).err).toMatch(/For example: npm run -s data -- forget 1 --data elsewhere$/);
  });

  it("reports that nothing is imported yet, not that the series is unknown", async () => {
    expect(await run("forget", "finra")).toMatchObject({ status: 2, err: "forget: nothing is imported yet." });
  });

  it("changes nothing if the ledger cannot be written to, and succeeds later", async () => {
    bench.publishCurve(WRONG);
    await run("update", "treasury");
    const before = [served(), await parts()];
    const other = new Database(ledgerBeside(bench.database));
    const store = openStore({ path: bench.database, busyMs: 1 });
    other.exec("BEGIN IMMEDIATE");
    const [file] = store.imports
      .files()
      .filter((f) => f.publisher === "treasury")
      .slice(-1);
    await expect(removeDocuments(store, [file!], "2024-06-21")).rejects.toThrow("database is locked");
    other.exec("ROLLBACK");
    expect([served(), await parts()]).toEqual(before);
    await removeDocuments(store, [file!], "2024-06-21");
    store.close();
    other.close();
    expect(Object.values(await parts()).find(({ sha256 }) => sha256 === file!.sha256)?.names).toEqual([]);
    expect(served().length).toBeLessThan((before[0] as unknown[]).length);
  });

  it("is refused while an update is running", async () => {
    await take("2024.csv", RIGHT, "treasury");
    put(path.join(".service", "updating"), String(process.ppid));
    expect(await run("forget", "2024.csv")).toMatchObject({
      status: 2,
      err: expect.stringContaining(`an update is running on this data (process ${process.ppid})`) as string,
    });
  });
});

describe("documents that are missing from the archive", () => {
  const lose = (text: string): void => rmSync(bench.at(".service", "documents", sha256Of(Buffer.from(text)).slice(0, 2)), { recursive: true });
  const PRICES = "symbol,date,close\nAAPL,2024-06-18,214.29\n";
  const OWN = "date,value\n2024-06-14,4.20\n";
  beforeEach(async () => {
    await take("2024.csv", RIGHT, "treasury");
    await take("prices.csv", PRICES, "prices");
    await take("own.csv", OWN, "series", "DGS10");
    expect(readdirSync(bench.at(".service", "documents")).filter((name) => name !== "log.jsonl")).toHaveLength(3);
  });

  it("keep their rows, are reported with the fix, and do not stop the rebuild of other publishers", async () => {
    const before = served();
    lose(RIGHT);
    const sql = new Database(bench.database);
    sql.exec("UPDATE record SET body = '{\"close\":1}'");
    sql.close();
    const { status, out, err } = await run("rebuild");
    expect(status).toBe(1);
    expect(err).toBe(
      "Not rebuilt: 2024.csv (treasury, imported 2024-06-20) is not in the archive (imported before documents were stored, or deleted there), so the rows of treasury, user cannot be rebuilt and stay as they are. Import the same file again, or remove it: npm run -s data -- forget 1.",
    );
    expect(out).toContain("1 document read from the archive");
    expect(inStore((s) => s.records.latest<{ close: number }>("price", "AAPL", "2024-06-20", 1)[0]?.body.close)).toBe(214.29);
    expect(served()).toEqual(before);
    // The suggested command works.
    await run("import", "treasury", "2024.csv");
    expect((await run("rebuild")).status).toBe(0);
    expect(served()).toEqual(before);
  });

  it("can only be removed together if they contain the same series", async () => {
    lose(RIGHT);
    lose(OWN);
    const own = numberOf("own.csv");
    const refused = await run("forget", "own.csv");
    expect(refused.status).toBe(1);
    expect(refused.err).toContain("own.csv (user, imported 2024-06-20) is not removed: 2024.csv (treasury, imported 2024-06-20) is not in the archive");
    expect(served()).toHaveLength(3);
    expect((await run("forget", "2024.csv", String(own))).out).toContain("are removed: 3 rows deleted");
    expect(served()).toEqual([]);
  });
});

it("status fits 100 columns with every publisher on and long file names, and suggests the next command", async () => {
  put(`${"a-long-name-".repeat(12)}.csv`, RIGHT);
  await run("import", "treasury", `${"a-long-name-".repeat(12)}.csv`);
  await inStore(async (s) => {
    for (const { id, feeds } of PUBLISHERS) {
      s.decisions.decide(id, true, "2024-06-20");
      for (const feed of feeds.filter((f) => f.fetching))
        await s.ledger.feeds.keep(feed.id, {
          tried: "2024-06-20T22:00:00.000Z",
          succeeded: "2024-06-20T22:00:00.000Z",
          nextDue: "2024-06-21T22:00:00.000Z",
          parts: { all: { url: "https://example.org", sha256: "", rows: 123_456_789, newest: "2024-06-20" } },
        });
    }
  });
  const lines = (await run("status")).out.split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(PUBLISHERS.length + 8);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  expect(lines.at(-1)).toBe("Stored documents: 1, 1 kB. To remove a wrong file, type: npm run -s data -- forget NO.");
  expect(lines.join("\n")).not.toContain("due now");
  const [first] = PUBLISHERS.flatMap((p) => p.feeds.filter((f) => f.fetching && !f.fetching.onDemand));
  await inStore(async (s) => {
    await s.ledger.feeds.keep(first?.id ?? "", { parts: {} });
    s.decisions.decide("finra", false, "2024-06-20");
  });
  const { out } = await run("status");
  expect(out).toContain(
    "\n1 publisher due now. To fetch, type: npm run -s data -- update\n1 off until you accept their terms: npm run -s data -- enable finra\n",
  );
});
