import { zipSync } from "fflate";
import Database from "libsql";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { data } from "../../src/commands/data";
import { sha256Of } from "../../src/service/store/archive";
import { openStore } from "../../src/service/store/store";
import { CURVE, dataBench, NOW, updating, yearPath } from "./data-bench";
import { filesBelow } from "../files";
import { grid } from "../grid";
import { bring, seriesRows } from "../stored";

const DAY = 24 * 60 * 60_000;
const bench = dataBench();
const { run, inStore, take, served, publishCurve } = bench;
describe("data -- update", () => {
  beforeEach(() => void publishCurve());

  it("fetches a publisher's full history, then only what may have changed", async () => {
    const first = await run(["update", "treasury"]);
    expect(first.out).toMatch(/treasury\.par-yield-curve: 35 documents, 38 new rows, 0 changed\./);
    // A feed of many documents reports its progress.
    expect(first.out).toMatch(/treasury\.par-yield-curve: \d+ of 35 documents …/);
    expect(served().slice(-2)).toEqual(grid(4, "2024-06-18", 4.22, "treasury", "2024-06-20", "2024-06-20", 4.25, "treasury", "2024-06-20"));
    bench.loopback.pass(DAY);
    const before = bench.loopback.asked.length;
    expect((await run(["update", "treasury"])).out).toContain("treasury.par-yield-curve: 0 documents, 1 unchanged since last time, 0 new rows, 0 changed.");
    expect(
      bench.loopback.asked
        .slice(before)
        .map((a) => a.path)
        .filter((p) => p.includes("yield_curve&") && !p.includes("real")),
    ).toEqual([yearPath(2024)]);
  });

  it("reports that nothing is due, and how to update anyway", async () => {
    await inStore(async (s) => {
      for (const id of ["treasury.par-yield-curve", "treasury.real-yield-curve", "treasury.par-real-yield-curve"])
        await s.ledger.feeds.keep(id, { succeeded: new Date(NOW - 60_000).toISOString(), parts: {} });
    });
    const feeds = (await run(["update", "treasury"])).out;
    expect(feeds.split("\n")[0]).toBe(
      "Nothing is due. For due times, type: npm run -s data -- status. To fetch everything now, type: npm run -s data -- update treasury --all",
    );
    expect(bench.loopback.asked).toEqual([]);
  });

  it("fails with the reason if a feed fails; status repeats it and dates the data still served", async () => {
    await run(["update", "treasury", "--all"]);
    bench.loopback.pass(DAY);
    bench.loopback.replies(yearPath(2024), { body: "<!DOCTYPE html><html>Maintenance</html>" });
    const { status, err } = await run(["update", "treasury"]);
    expect(status).toBe(1);
    expect(err).toContain("treasury.par-yield-curve: this is a web page, not a document of this publisher");
    const { out } = await run(["status"]);
    expect(out).toMatch(/^treasury +on +2024-06-2\d \d\d:\d\d +2024-06-2\d \d\d:\d\d +2024-06-20 +\d+ +2024-06-2\d \d\d:\d\d$/m);
    expect(out).toMatch(/^treasury\.par-yield-curve: this is a web page.* Data up to 2024-06-20 23:\d\d is still served\.$/m);
    expect(served().at(-1)).toEqual(["2024-06-20", 4.25, "treasury", "2024-06-20"]);
  });

  it("fetches nothing and says so if the publisher requires a contact and none is set", async () => {
    expect(await run(["update", "sec"])).toMatchObject({ status: 0, out: expect.stringMatching(/sec\.[a-z-]+: not fetched\. .*contact/i) });
    expect(bench.loopback.asked).toEqual([]);
    bench.loopback.replies("/files/company_tickers.json", { status: 404 });
    await run(["update", "sec"], { SERVICE_CONTACT: "you@example.org" });
    expect(bench.loopback.asked[0]?.headers["user-agent"]).toContain("you@example.org");
  });

  it("fetches the full history of a forgotten series again", async () => {
    await run(["update", "treasury"]);
    await run(["forget", "DGS10"]);
    expect(served()).toEqual([]);
    await run(["update", "treasury"]);
    expect(served()).toHaveLength(36);
  });

  it("is refused while another update of the same folder runs, but not after a killed one", async () => {
    await run(["status"]);
    inStore(() => undefined);
    const file = bench.at(".service", "updating");
    writeFileSync(file, String(process.ppid));
    expect(await run(["update", "treasury"])).toMatchObject({ status: 2, err: expect.stringContaining("an update is running on this data") });
    expect((await run(["status"])).out).toContain(`An update is running (process ${process.ppid})`);
    writeFileSync(file, "999999999");
    await run(["update", "treasury"]);
    expect(served()).toHaveLength(36);
    expect(existsSync(file)).toBe(false);
  });

  it("keeps whole documents when stopped, and says how to continue", async () => {
    const stopper = new AbortController();
    const { transport } = bench.loopback;
    const err: string[] = [];
    const status = await data(["--data", ".service", "update", "treasury"], {
      out: () => undefined,
      err: (l) => err.push(l),
      cwd: bench.cwd,
      now: transport.now,
      stop: stopper.signal,
      transport: {
        ...transport,
        fetch: (url, init) => {
          if (url.includes("=1995")) stopper.abort();
          return transport.fetch(url, init);
        },
      },
    });
    expect(status).toBe(1);
    expect(err).toEqual(["Stopped. Complete documents are kept; nothing is partly imported. To continue, type: npm run -s data -- update treasury"]);
    expect(served()).toHaveLength(5);
    expect((await run(["status"])).out).toContain("treasury.par-yield-curve: The update was stopped.");
  });

  it.each([
    [["update", "treasry"], 'update: "treasry" is not a publisher; did you mean treasury'],
    [["update", "finra"], "update: finra is off. To read its terms and turn it on, type: npm run -s data -- enable finra"],
    [["update", "--tickers", "AAPL"], "--tickers: also name the publisher"],
    [["update", "sec", "--tickers", "A B"], '--tickers: expected tickers separated by commas, such as AAPL,MSFT, got "A B"'],
    [["update", "--contact", "a\nb: c"], "--contact: expected a name or address"],
    [["enable"], "enable: name one publisher"],
    [["disable", "treasury", "board"], "disable: name one publisher"],
    [["rebuild"], "rebuild: nothing is imported yet."],
  ])("%j is refused with a message, without any request", async (argv, sentence) => {
    expect(await run(argv)).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
    expect(bench.loopback.asked).toEqual([]);
  });
});

describe("data -- enable and disable", () => {
  it("turn sample data off and on, and say what to do next", async () => {
    expect((await run(["disable", "sample"])).out).toMatch(/^Sample data is off: .* show the reason\. To load data, type: npm run -s data -- update/);
    expect((await run(["enable", "sample"])).out).toContain("Sample data is on");
  });

  it("change the status: it says whether sample data is off, and what cells then show", async () => {
    expect((await run(["status"])).out).not.toContain("Sample data is off");
    await run(["disable", "sample"]);
    const lines = (await run(["status"])).out.split("\n");
    expect(lines[0]).toBe("Sample data is off: cells without published data show the reason. To turn it on, type: npm run -s data -- enable sample");
    expect(lines.at(-1)).toMatch(/^Nothing is imported yet: cells show a reason, because sample data is off\. Next, type: npm run -s data -- update/);
    await run(["enable", "sample"]);
    expect((await run(["status"])).out.split("\n")[0]).toMatch(/^publisher/);
  });

  it("suggest publishers and sample for a typing error, and require exactly one name", async () => {
    for (const command of ["disable", "enable"]) {
      const { status, err } = await run([command, "smaple"]);
      expect(status).toBe(2);
      expect(err).toContain(`${command}: "smaple" is not a publisher; did you mean sample? Valid: treasury, `);
      expect(err).toMatch(/, prices, splits, forecasts, and sample for generated data\.$/);
      expect((await run([command, "sample", "finra"])).err).toContain(`${command}: name one publisher`);
    }
    expect((await run(["update", "smaple"])).err).not.toContain("sample");
  });

  it("have no effect on a publisher that only imports files; status shows it as files only", async () => {
    await take("prices.csv", "symbol,date,close\nAAPL,2024-06-18,214.29\n", "prices");
    expect(await run(["disable", "prices"])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^prices is imported from files only and cannot be turned off\. To remove a file, type: npm run -s data -- forget FILE$/),
    });
    expect((await run(["enable", "prices"])).out).toContain("prices is imported from files only.");
    const { out } = await run(["status"]);
    expect(out).toMatch(/^prices +files only +– +– +\S+ +1 +–$/m);
    expect(out).toMatch(/^house +files only +– +– +– +– +–$/m);
  });

  it("enable prints the terms, and turns the publisher on only with --accept", async () => {
    const read = await run(["enable", "finra"]);
    expect(read.status).toBe(2);
    expect(read.out).toMatch(/non-commercial/i);
    expect(read.out).toContain("If you have read the terms and accept them, type: npm run -s data -- enable finra --accept");
    expect((await run(["status"])).out).toMatch(/^finra +off/m);
    expect((await run(["enable", "finra", "--accept"])).out).toContain("finra is on: its data is fetched when due.");
    expect((await run(["status"])).out).toMatch(/^finra +on .* now$/m);
    expect((await run(["enable", "finra"])).out).toContain("finra is already on.");
    expect((await run(["disable", "finra"])).out).toContain("finra is off: it is no longer fetched. Stored data is still served");
    expect((await run(["status"])).out).toMatch(/^finra +off/m);
  });

  it("disable turns off a publisher that is on by default", async () => {
    await run(["disable", "treasury"]);
    expect(await run(["update", "treasury"])).toMatchObject({ status: 2, err: expect.stringContaining("treasury is off") });
  });
});

describe("data -- rebuild", () => {
  /** A revision, a user's own copy, and a forgotten series. */
  async function history(): Promise<void> {
    publishCurve(CURVE.replace("4.22", "4.21"));
    await run(["update", "treasury"]);
    bench.loopback.pass(DAY);
    publishCurve(CURVE);
    await run(["update", "treasury"]);
    await take("own.csv", "date,value\n2024-06-17,4.28\n", "series", "DGS10");
    await run(["forget", "DGS1MO"]);
  }
  const all = (): unknown[] => {
    const sql = new Database(bench.database);
    const rows = sql
      .prepare("SELECT series, date, value, source, public, until, basis, seen, current, import_id FROM observation ORDER BY import_id, series, date")
      .all();
    sql.close();
    return rows as unknown[];
  };

  it("restores the same rows, with past values and first-seen days, and fetches nothing", async () => {
    await history();
    const before = all();
    expect(served().at(-2)).toEqual(["2024-06-18", 4.22, "treasury", "2024-06-21"]);
    const asked = bench.loopback.asked.length;
    const sql = new Database(bench.database);
    sql.exec("UPDATE observation SET value = 99 WHERE series = 'DGS10' AND current = 1");
    sql.close();
    const { status, out } = await run(["rebuild", "treasury"]);
    expect(status).toBe(0);
    expect(out).toContain("Also rebuilt, because they share series with these or depend on them: user.");
    expect(all()).toEqual(before);
    expect(bench.loopback.asked).toHaveLength(asked);
    await run(["rebuild"]);
    expect(all()).toEqual(before);
  });

  it("changes nothing if a document is missing from the archive", async () => {
    await history();
    const before = all();
    const documents = bench.at(".service", "documents");
    const [first] = readdirSync(documents);
    rmSync(path.join(documents, first ?? ""), { recursive: true });
    const { status, err } = await run(["rebuild", "treasury"]);
    expect(status).toBe(1);
    expect(err).toMatch(
      /imported 2024-06-2\d\) is not in the archive \(.*\), so .* cannot be rebuilt and stay as they are\. Import the same file again, or remove it: .* forget \d+\./,
    );
    expect(all()).toEqual(before);
  });
});

it("npm start --live updates due feeds in the background, reports a failure once, and ends with the service", async () => {
  const store = openStore({ path: ":memory:" });
  let updates = 0;
  const NAME = "nyfed.reference-rates";
  const update = async (): Promise<void> => {
    updates++;
    const succeeded = updates < 3 ? undefined : new Date(NOW).toISOString();
    await store.ledger.feeds.keep(NAME, { failure: succeeded ? undefined : "the publisher is down.", succeeded, parts: {} });
  };
  const told = await updating(store, { looks: 4, update });
  const after = updates;
  await new Promise((resolve) => setImmediate(resolve));
  expect(updates).toBe(after);
  expect(told).toEqual([`Update of ${NAME}: the publisher is down.`, `Updated: ${NAME}.`]);
  store.close();
});

describe("SEC archives", () => {
  const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, Buffer.from(v)])));
  const fact = { start: "2023-01-01", end: "2023-12-31", val: 7, filed: "2024-02-01", accn: "a", form: "10-K" };
  const facts = (cik: number): string => JSON.stringify({ cik, entityName: `Company ${cik}`, facts: { "us-gaap": { Revenues: { units: { USD: [fact] } } } } });
  const archive = zipOf({
    "CIK0000000001.json": facts(1),
    "CIK0000000002.json": facts(2),
    "CIK0000000003.json": '{"cik":3,"entityName":"X","facts":{"us-gaap":{"Revenues":{}}}}',
  });
  const statements = (): number => inStore((s) => s.records.count("statement"));

  it("are imported unchanged, stored without recompression, and rebuilt from the archive", async () => {
    const said = await take("companyfacts.zip", archive, "sec");
    expect(said).toMatchObject({ status: 0, err: "" });
    expect(said.out).toContain("2 new, 0 changed, 0 unchanged, 2023-12-31 to 2023-12-31");
    expect(said.out).toContain("1 part skipped");
    expect(said.out).toContain("CIK0000000003.json: expected units of Revenues");
    const sha256 = sha256Of(archive);
    expect(readFileSync(bench.at(".service", "documents", sha256.slice(0, 2), `${sha256}.zip`)).equals(Buffer.from(archive))).toBe(true);
    expect((await run(["rebuild", "sec"])).status).toBe(0);
    expect(statements()).toBe(2);
    expect((await run(["import", "sec", "companyfacts.zip"])).out).toContain("0 new, 0 changed, 2 unchanged");
  });

  it("are refused if they are cut off, and no row is stored", async () => {
    const said = await take("companyfacts.zip", archive.subarray(0, -40), "sec");
    expect(said).toMatchObject({ status: 1 });
    expect(said.err).toMatch(/Nothing was imported. companyfacts.zip: the archive is cut off or damaged/);
    expect(statements()).toBe(0);
  });

  it("are recognised by their names, and refused together with another file", async () => {
    bench.put("companyfacts.zip", archive);
    expect(await run(["import", "sec", "companyfacts.zip", "other.json"])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/Import it on its own/) as string,
    });
  });

  it("are fetched with --bulk, an option of the SEC only", async () => {
    bench.loopback.replies("/Archives/edgar/daily-index/xbrl/companyfacts.zip", { body: archive });
    const said = await run(["update", "sec", "--bulk", "--contact", "you@example.org"]);
    expect(said.out).toContain("sec.company-facts-archive: 1 document, 2 new rows, 0 changed.");
    expect(said.out).toContain("sec.company-facts-archive: 1 skipped");
    expect(statements()).toBe(2);
    expect(await run(["update", "treasury", "--bulk"])).toMatchObject({ status: 2, err: expect.stringMatching(/--bulk/) as string });
  });

  it("are not fetched without --bulk, and status does not report them as due", async () => {
    await run(["update", "sec", "--contact", "you@example.org"]);
    expect(bench.loopback.asked.filter((a) => a.path.includes("companyfacts.zip"))).toEqual([]);
    expect((await run(["status"])).out).not.toContain("company-facts-archive");
  });
});

it("no file in the data folder contains the contact after an update", async () => {
  bench.loopback.replies("/files/company_tickers.json", { status: 404 });
  await run(["update", "sec"], { SERVICE_CONTACT: "somebody@example.org" });
  const files = filesBelow(path.dirname(bench.database));
  expect(files).toContain(bench.database);
  expect(files.filter((file) => readFileSync(file).includes("somebody@example.org"))).toEqual([]);
});

describe("status --json", () => {
  const feeds = ["treasury.par-yield-curve", "treasury.real-yield-curve"];
  const keep = (id: string, state: object): Promise<void> => inStore((s) => s.ledger.feeds.keep(id, { parts: {}, ...state }));
  const read = async () => {
    const { status, out, err } = await run(["status", "--json"]);
    expect([out.split("\n").length, err]).toEqual([1, ""]);
    return {
      exit: status,
      ...(JSON.parse(out) as { state: string; reason?: string; publishers: { id: string; is: string; feeds: { id: string; state: string }[] }[] }),
    };
  };

  it("says that there is no database, with exit status 1", async () => {
    expect(await read()).toMatchObject({ exit: 1, state: "missing", reason: expect.stringMatching(/^There is no database in /) });
  });

  it("counts a feed as late that was never fetched, if others are fetched for more than a day", async () => {
    const moment = (ms: number): string => new Date(ms).toISOString();
    const states = async () => {
      const { exit, state, publishers } = await read();
      return [exit, state, publishers.flatMap((p) => p.feeds).find(({ id }) => id === feeds[1])?.state];
    };
    const importedAt = (ms: number): void =>
      inStore(
        (s) => void bring(s, { publisher: "treasury", file: "a.csv", sha256: "a", rows: seriesRows("DGS10", "treasury", { "2024-06-20": 4.25 }) }, moment(ms)),
      );
    importedAt(NOW - 2 * DAY);
    // Files that somebody imports say nothing about feeds.
    expect(await states()).toEqual([0, "ok", "never"]);
    await keep(feeds[0]!, { tried: moment(NOW - 60_000), succeeded: moment(NOW - 60_000) });
    expect(await states()).toEqual([3, "stale", "late"]);
    // A publisher that was just turned on is not late.
    inStore((s) => s.decisions.decide("treasury", true, "2024-06-20"));
    expect((await states())[2]).toBe("never");
  });

  it("is stale if the rows of a family are too old, also those of files that somebody imported", async () => {
    const days = (day: string): void =>
      inStore((s) => void bring(s, { publisher: "own", file: `${day}.csv`, sha256: day, rows: seriesRows("DGS10", "user", { [day]: 4.25 }) }, "2024-06-20"));
    days("2024-03-01");
    expect(await read()).toMatchObject({
      exit: 3,
      state: "stale",
      families: expect.arrayContaining([expect.objectContaining({ newest_observation: "2024-03-01", stale: true })]),
    });
    days("2024-06-20");
    expect(await read()).toMatchObject({ exit: 0, state: "ok" });
  });

  it("names each feed's state, and its exit status is 0, 3 or 1", async () => {
    inStore(() => undefined);
    expect(await read()).toMatchObject({
      exit: 0,
      state: "empty",
      at: "2024-06-20T23:00:00.000Z",
      updating: null,
      stored: { series: 0, documents: 0, bytes: 0 },
    });
    const moment = (ms: number): string => new Date(ms).toISOString();
    const good = { tried: moment(NOW - 60_000), succeeded: moment(NOW - 60_000) };
    for (const id of feeds) await keep(id, good);
    const fresh = await read();
    expect([fresh.exit, fresh.state]).toEqual([0, "ok"]);
    const treasury = fresh.publishers.find(({ id }) => id === "treasury")!;
    expect([treasury.is, treasury.feeds.map(({ id, state }) => [id, state]).slice(0, 2)]).toEqual(["on", feeds.map((id) => [id, "fresh"])]);
    expect(treasury.feeds[0]).toMatchObject({ ...good, failure: null, next_due: expect.stringMatching(/^2024-06-21T/), newest: null, rows: 0 });
    // A feed that is overdue by more than a day is late.
    await keep(feeds[0]!, { tried: moment(NOW - 5 * DAY), succeeded: moment(NOW - 5 * DAY) });
    expect(await read()).toMatchObject({ exit: 3, state: "stale" });
    await keep(feeds[0]!, { ...good, failure: "the disk is full" });
    expect(await read()).toMatchObject({ exit: 3, state: "stale" });
    await keep(feeds[1]!, { ...good, failure: "the disk is full" });
    expect(await read()).toMatchObject({ exit: 1, state: "failed" });
  });

  it("says that a database cannot be read, with exit status 1", async () => {
    inStore(() => undefined);
    for (const log of ["-wal", "-shm"]) rmSync(`${bench.database}${log}`, { force: true });
    writeFileSync(bench.database, "this is no database, and it is long enough to be looked at as one. ".repeat(20));
    expect(await read()).toMatchObject({ exit: 1, state: "unreadable", reason: expect.stringMatching(/^The database .+ is damaged/) });
  });
});
