import { isoOf } from "../../src/contract/dates";
import { publisherIn, parseByFeed } from "../../src/service/ingest/ingest-document";
import { update } from "../../src/service/ingest/update";
import { publisherOf } from "../../src/service/publishers/all";
import type { ShortVolume } from "../../src/service/records/equities";
import { sha256Of } from "../../src/service/store/archive";
import { openDatabase } from "../../src/service/store/open-database";
import { openStore } from "../../src/service/store/store";
import { recordRow } from "../record-row";
import { dataBench } from "./data-bench";

jest.mock("../../src/service/store/open-database", () => {
  const actual = jest.requireActual<{ openDatabase: typeof openDatabase }>("../../src/service/store/open-database");
  return { ...actual, openDatabase: jest.fn(actual.openDatabase) };
});

const NOW = Date.UTC(2024, 5, 25, 12);
const bench = dataBench(NOW);
const { run, put, inStore, take } = bench;

const curve = (days: Readonly<Record<string, number>>): string =>
  `Date,"1 Mo"\n${Object.entries(days)
    .map(([day, value]) => `${day},${value.toFixed(2)}\n`)
    .join("")}`;
const balances = (millions: number): string =>
  `"Series Description","Total assets"\n"Unit:","Currency"\n"Multiplier:","1000000"\n"Currency:","USD"\n"Unique Identifier: ","H41/H41/RESPPMA_N.WW"\n"Time Period","RESPPMA_N.WW"\n2024-06-19,${millions}\n`;
const KNOWN = curve({ "06/17/2024": 0.05, "06/18/2024": 0.04, "06/20/2024": 0.05 });

/** Documents that a parser accepts and a check refuses: the feed, earlier data, the document, the refusal. */
const FAULTY: readonly (readonly [string, string, string | undefined, string, string])[] = [
  [
    "values a hundred times too large",
    "treasury.par-yield-curve",
    KNOWN,
    curve({ "06/17/2024": 5, "06/18/2024": 4, "06/20/2024": 5, "06/21/2024": 5 }),
    "DGS1MO is 5 on 2024-06-17, a hundred times the stored value, and so is every other value that can be compared; convert the file to the unit of the series, or forget the stored series first",
  ],
  [
    "a day in the future",
    "treasury.par-yield-curve",
    undefined,
    curve({ "06/27/2024": 5.4, "06/20/2024": 5.4 }),
    "DGS1MO has a value for 2024-06-27, which is in the future. Check that it is the right file",
  ],
  [
    "values in another unit",
    "board.h41",
    undefined,
    balances(7253.952),
    "expected WALCL in $M, from 100000 to 50000000, got 7253.952 on 2024-06-19; check the unit and the scale of the file",
  ],
];

/** The file as an earlier version, without these checks, accepted it. */
function takenBefore(publisher: string, file: string, text: string): void {
  const bytes = Buffer.from(text);
  const { feed, rows, records } = parseByFeed(publisherOf(publisher)!.feeds, { name: file, bytes, seen: isoOf(NOW) });
  inStore((store) => {
    store.archive.put(bytes);
    store.insertBatch({ publisher: publisherIn(feed), file, sha256: sha256Of(bytes), rows, records }, isoOf(NOW));
  });
}

const served = () => inStore((s) => ["DGS1MO", "WALCL"].map((id) => s.observations.between(id, "2024-01-01", "2024-12-31")));

describe.each(FAULTY)("a document with %s", (_, feedId, known, text, sentence) => {
  const publisher = feedId.slice(0, feedId.indexOf("."));
  beforeEach(async () => {
    expect(await take("known.csv", known ?? 'Date,"1 Mo"\n06/18/2024,5.41\n', "treasury")).toMatchObject({ status: 0 });
  });

  it("is refused by import in one sentence, and nothing is imported", async () => {
    const before = served();
    put("wrong.txt", text);
    expect(await run(["import", publisher, "wrong.txt"])).toMatchObject({
      status: 1,
      err: `Refused. Nothing was imported. wrong.txt: ${sentence}.`,
    });
    expect(served()).toEqual(before);
  });

  it.each([
    ["update", {}],
    ["the update that start --live runs", { patient: true }],
  ])("is refused by %s; status shows the reason, and stored rows are still served", async (_way, how) => {
    const before = served();
    const owner = publisherOf(publisher)!;
    const feed = owner.feeds.find((f) => f.id === feedId)!;
    const request = { part: "2024", url: "https://publisher.example/2024.csv" };
    const only = { ...owner, feeds: [{ ...feed, fetching: { ...feed.fetching!, requests: () => [request] } }] };
    bench.loopback.replies("/2024.csv", { body: text });
    const store = openStore({ path: bench.database });
    const [done] = await update({ store, publishers: [only], transport: bench.loopback.transport, stop: new AbortController().signal, ...how });
    store.close();
    expect(done).toMatchObject({ feed: feedId, added: 0, changed: 0, failures: [`2024.csv: ${sentence}.`] });
    expect((await run(["status"])).out).toContain(`${feedId}: 2024.csv: ${sentence}.`);
    expect(served()).toEqual(before);
  });

  it("is refused by rebuild if an earlier version accepted it", async () => {
    takenBefore(publisher, "wrong.txt", text);
    const before = served();
    const { status, err } = await run(["rebuild", publisher]);
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(`wrong.txt (${publisher}, imported 2024-06-25) is now refused: wrong.txt: ${sentence}. Nothing has changed`),
    ]);
    expect(served()).toEqual(before);
  });
});

it("forget removes a file although another stored file would now be refused", async () => {
  await take("known.csv", KNOWN, "treasury");
  await take("other.csv", 'Date,"10 Yr"\n06/20/2024,4.25\n', "treasury");
  takenBefore("treasury", "wrong.csv", curve({ "06/17/2024": 5, "06/18/2024": 4, "06/20/2024": 5 }));
  expect(await run(["forget", "other.csv"])).toMatchObject({ status: 0, err: "" });
});

describe("short volume of one facility that an earlier version imported over the consolidated day", () => {
  const file = (...lines: readonly string[]): string =>
    `Date|Symbol|ShortVolume|ShortExemptVolume|TotalVolume|Market\n${lines.map((l) => `20240624|${l}\n`).join("")}${lines.length}\n`;
  const volumes = () =>
    inStore((s) => s.records.across<ShortVolume>("short_volume", "2024-06-24", "2024-06-24", "2024-06-25").map((r) => [r.entity, r.body.total_volume]));
  const CONSOLIDATED = file("QQQX|600|10|1000|B,Q,N", "ZZZX|60|1|100|Q");
  const ONE = file("QQQX|10|0|50|N");

  beforeEach(async () => {
    expect(await take("CNMSshvol20240624.txt", CONSOLIDATED, "finra")).toMatchObject({ status: 0 });
    const body: ShortVolume = { short_volume: 10, short_exempt_volume: 0, total_volume: 50, market: "N" };
    inStore((store) => {
      store.archive.put(Buffer.from(ONE));
      const records = [recordRow("short_volume", "QQQX", "2024-06-24", "finra", body)];
      store.insertBatch({ publisher: "finra", file: "FNYXshvol20240624.txt", sha256: sha256Of(Buffer.from(ONE)), rows: [], records }, isoOf(NOW));
    });
    expect(volumes()).toEqual([["QQQX", 50], ["ZZZX", 100]]); // prettier-ignore
  });

  it("has no rows after a rebuild, which says so, and the consolidated day is back", async () => {
    expect(await run(["rebuild", "finra"])).toMatchObject({
      status: 0,
      err: "",
      out: expect.stringContaining("No rows of FNYXshvol20240624.txt (finra, imported 2024-06-25): this file has only the trades of one facility") as string,
    });
    expect(volumes()).toEqual([["QQQX", 1000], ["ZZZX", 100]]); // prettier-ignore
  });

  it("is replaced if the consolidated file is imported again, and is refused itself", async () => {
    expect(await take("renamed.txt", ONE, "finra")).toMatchObject({
      status: 1,
      err: "Refused. Nothing was imported. renamed.txt: all lines have the trades of one facility, N only; import the consolidated file, CNMSshvolYYYYMMDD.txt.",
    });
    expect((await run(["import", "finra", "CNMSshvol20240624.txt"])).out).toContain("0 new, 1 changed, 1 unchanged");
    expect(volumes()).toEqual([["QQQX", 1000], ["ZZZX", 100]]); // prettier-ignore
  });
});

it("a file whose newest value is years old is imported with a notice", async () => {
  expect(await take("dgs10.csv", "date,value\n2019-06-20,2.01\n", "series", "DGS10")).toMatchObject({
    status: 0,
    out: expect.stringContaining("dgs10.csv: DGS10 ends on 2019-06-20, and nothing newer is stored; check for newer data.") as string,
  });
});

it.each([[["import", "treasury", "known.csv"]], [["update", "treasury"]], [["rebuild"]], [["status"]], [["forget", "known.csv"]], [["enable", "treasury"]]])(
  "the command %j opens the database once",
  async (words) => {
    await take("known.csv", KNOWN, "treasury");
    jest.mocked(openDatabase).mockClear();
    await run(words);
    expect(openDatabase).toHaveBeenCalledTimes(1);
  },
);
