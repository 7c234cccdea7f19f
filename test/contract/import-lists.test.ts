import { execFileSync } from "node:child_process";
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { addDays } from "../../src/contract/dates";
import { documentOf, folderArchive, sha256Of } from "../../src/service/store/archive";
import { prices } from "../../src/service/publishers/own/prices";
import { dataBench } from "./data-bench";

const bench = dataBench();
const { run, put, inStore, at } = bench;
const HEADER = "symbol,date,close\n";
/** A line of 20 characters; 100 symbols on each day. */
const lineOf = (i: number): string => `Q${String(i % 100).padStart(3, "0")},${addDays("1990-01-01", Math.floor(i / 100))},${(i % 900) + 100}\n`;
const linesOf = (count: number): string => Array.from({ length: count }, (_, i) => lineOf(i)).join("");
/** More lines than one part has. */
const SEVERAL_PARTS = 30_000;
const closes = (): readonly (readonly [string, string, unknown])[] =>
  inStore((store) => store.records.after<{ close: number }>("price", undefined, 100_000, "9999-12-31").records.map((r) => [r.entity, r.date, r.body.close]));

/** A list that is made as it is read. */
const listOf = (count: number) => {
  const size = HEADER.length + lineOf(0).length * count;
  return {
    name: "prices.csv",
    size,
    read: (from: number, length: number): Uint8Array => {
      const first = Math.max(0, Math.floor((from - HEADER.length) / lineOf(0).length));
      const start = first === 0 ? 0 : HEADER.length + first * lineOf(0).length;
      let text = first === 0 ? HEADER : "";
      for (let i = first; i < count && start + text.length < from + length; i++) text += lineOf(i);
      return Buffer.from(text.slice(from - start, from - start + length));
    },
  };
};

test("the number of rows in memory does not grow with the list", () => {
  const most = (count: number) => {
    const found = { rows: 0, most: 0 };
    for (const { rows } of prices.feeds[0]!.list!.parts(listOf(count), {})) {
      found.rows += rows.length;
      found.most = Math.max(found.most, rows.length);
    }
    return found;
  };
  const [short, long] = [most(30_000), most(200_000)];
  expect([short.rows, long.rows]).toEqual([30_000, 200_000]);
  // The end of a part may lie in a line.
  expect(long.most - short.most).toBeLessThanOrEqual(1);
});

test("a list of several parts is imported, and rebuilt from the archive", async () => {
  const text = HEADER + linesOf(SEVERAL_PARTS);
  put("prices.csv", text);
  const first = await run(["import", "prices", "prices.csv"]);
  expect(first).toMatchObject({ status: 0, err: "" });
  expect(first.out.split("\n").slice(0, 2)).toEqual([
    "prices.csv: your own daily prices, 300 dates, 1990-01-01 to 1990-10-27.",
    "  rows         30000 new, 0 changed, 0 unchanged",
  ]);
  inStore(({ imports, archive }) => {
    expect(imports.files()).toMatchObject([{ publisher: "prices", file: "prices.csv", rows: SEVERAL_PARTS, sha256: sha256Of(Buffer.from(text)) }]);
    expect(Buffer.from(archive.get(imports.files()[0]!.sha256)!).toString()).toBe(text);
  });
  const before = closes();
  expect(before).toHaveLength(SEVERAL_PARTS);
  expect((await run(["rebuild", "prices"])).out).toContain("1 document read from the archive");
  expect(closes()).toEqual(before);
  const again = await run(["import", "prices", "prices.csv"]);
  expect(again.out).toContain("  rows         0 new, 0 changed, 30000 unchanged\nNothing changed: all rows were already imported.");
  expect((await run(["forget", "prices.csv"])).status).toBe(0);
  expect(closes()).toEqual([]);
});

test("a list that is refused in its last part changes nothing and creates no database", async () => {
  put("prices.csv", `${HEADER}${linesOf(SEVERAL_PARTS)}Q000,1990-01-01\n`);
  expect(await run(["import", "prices", "prices.csv"])).toMatchObject({
    status: 1,
    err: "Refused. Nothing was imported. prices.csv, line 30002: expected 3 cells, as in the header, got 2: the line seems to be cut; correct it.",
  });
  expect(existsSync(bench.database)).toBe(false);
  put("prices.csv", HEADER + linesOf(SEVERAL_PARTS).slice(0, -1));
  expect((await run(["import", "prices", "prices.csv"])).err).toContain("prices.csv, line 30001: the file stops without a line end");
});

test("of several lists, one that is refused keeps the others out", async () => {
  put("good.csv", HEADER + linesOf(10));
  put("bad.csv", `${HEADER}Q001,1990-01-01,0\n`);
  expect((await run(["import", "prices", "good.csv", "bad.csv"])).err).toContain("bad.csv, line 2: expected a price above 0");
  expect(existsSync(bench.database)).toBe(false);
  put("bad.csv", `${HEADER}Q001,1990-01-01,50\n`);
  const { out } = await run(["import", "prices", "good.csv", "bad.csv"]);
  expect(out.split("\n").slice(0, 3)).toEqual([
    "good.csv: your own daily prices, 1 date, 1990-01-01 to 1990-01-01.",
    "bad.csv: your own daily prices, 1 date, 1990-01-01 to 1990-01-01.",
    "  rows         10 new, 1 changed, 0 unchanged",
  ]);
});

test("a line that is repeated in another part counts once; one that differs is refused", async () => {
  const text = HEADER + linesOf(SEVERAL_PARTS);
  put("prices.csv", text + lineOf(0));
  expect((await run(["import", "prices", "prices.csv"])).out).toContain("  rows         30000 new, 0 changed, 0 unchanged");
  expect(inStore(({ imports }) => imports.files()[0]?.rows)).toBe(SEVERAL_PARTS);
  const before = closes();
  put("twice.csv", `${text}Q000,1990-01-01,7\n`);
  expect((await run(["import", "prices", "twice.csv"])).err).toBe(
    "Refused. Nothing was imported. twice.csv, line 30002: Q000 appears twice for 1990-01-01 with different prices; keep the right one.",
  );
  expect(closes()).toEqual(before);
});

test("transfers of several parts are imported: a recipient of an earlier transaction is another transfer, and the days of all parts are covered", async () => {
  const time = (i: number): string => new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString();
  const lines = Array.from({ length: 6_000 }, (_, i) => `${time(i)},BTC,${i === 0 ? 300_000 : 200_000},transaction-${i % 5_999},from,to`);
  put("transfers.csv", `time,asset,usd,transaction,from,to\n${lines.join("\n")}\n`);
  expect(statSync(at("transfers.csv")).size).toBeGreaterThan(2 * 128 * 1024);
  expect((await run(["import", "whale", "transfers.csv"])).out).toContain("  rows         6005 new, 0 changed, 0 unchanged");
  const keys = inStore((store) => store.records.after("whale_transfer", undefined, 10_000, "9999-12-31").records.map(({ key }) => key));
  expect(keys.filter((key) => key.startsWith("transaction-0 ")).sort()).toEqual(["transaction-0 1", "transaction-0 2"]);
});

test("a list above 64 MiB is imported", async () => {
  const padded = `${lineOf(0).slice(0, -1)}${" ".repeat(1 << 20)}\n`;
  const file = openSync(at("prices.csv"), "w");
  writeSync(file, HEADER);
  for (let i = 0; i < 66; i++) writeSync(file, padded);
  writeSync(file, lineOf(1));
  closeSync(file);
  expect(statSync(at("prices.csv")).size).toBeGreaterThan(64 * 1024 * 1024);
  expect((await run(["import", "prices", "prices.csv"])).out).toContain("  rows         2 new, 0 changed, 0 unchanged");
  expect((await run(["rebuild", "prices"])).out).toContain("1 document read from the archive");
  expect(closes()).toHaveLength(2);
});

describe("a file above 64 MiB that is read as a whole", () => {
  const large = (name: string, start: string, size = 65 * 1024 * 1024): void => {
    const file = openSync(at(name), "w");
    writeSync(file, start);
    ftruncateSync(file, size);
    closeSync(file);
  };

  it("is refused with a command that splits it", async () => {
    const lines = `${"x".repeat(1023)}\n`.repeat(1024);
    const file = openSync(at("rates.csv"), "w");
    writeSync(file, "Date,10 Yr\n");
    for (let i = 0; i < 65; i++) writeSync(file, lines);
    closeSync(file);
    const { status, err } = await run(["import", "treasury", "rates.csv"]);
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(
        "Refused. Nothing was imported. rates.csv: expected a file of at most 64 MiB, got 66 MiB. Split it by lines into 2 files, each with the header line",
      ),
    ]);
    expect(err).toMatch(/Then import one after the other\.$/);
    if (process.platform === "win32") return;
    execFileSync("sh", ["-c", err.split("\n")[1]!], { cwd: bench.cwd });
    const parts = readdirSync(bench.cwd).filter((name) => name.startsWith("part-"));
    expect(parts).toEqual(["part-1.csv", "part-2.csv"]);
    const texts = parts.map((name) => readFileSync(at(name), "utf8"));
    expect(texts.every((text) => text.startsWith("Date,10 Yr\nx") && text.length < 64 * 1024 * 1024)).toBe(true);
    expect(texts.map((text) => text.slice(11)).join("") === lines.repeat(65)).toBe(true);
  });

  it("is refused without a command if it is no table", async () => {
    large("facts.json", '{"cik":\n');
    expect((await run(["import", "sec", "facts.json"])).err).toBe(
      "Refused. Nothing was imported. facts.json: expected a file of at most 64 MiB, got 65 MiB, more than any published document; check that it is the right one.",
    );
  });

  it("is a list of another publisher", async () => {
    large("prices.csv", HEADER + lineOf(0));
    expect((await run(["import", "treasury", "prices.csv"])).err).toContain(
      "prices.csv: this looks like your own daily prices; import it with npm run -s data -- import prices",
    );
  });
});

test("the archive gives back a text of any size, from its start or a later place", () => {
  mkdirSync(at("documents"));
  const archive = folderArchive(at("documents"));
  const text = Buffer.from(linesOf(SEVERAL_PARTS));
  const receiver = archive.receiveText();
  for (let from = 0; from < text.length; from += 100_000) receiver.write(text.subarray(from, from + 100_000));
  const sha256 = receiver.keep();
  expect([sha256, archive.has(sha256), Buffer.from(archive.get(sha256)!).equals(text)]).toEqual([sha256Of(text), true, true]);
  const [opened, whole] = [archive.openText(sha256, "a.csv")!, documentOf("a.csv", text)];
  for (const [from, length] of [
    [0, 10],
    [10, 250_000],
    [0, 64],
    [599_990, 100],
    [600_000, 5],
    [300_001, 99_999],
  ] as const)
    expect(Buffer.from(opened.read(from, length)).equals(Buffer.from(whole.read(from, length)))).toBe(true);
  opened.close();
  expect(statSync(at("documents", sha256.slice(0, 2), `${sha256}.gz`)).size).toBeLessThan(text.length / 2);
});
