import { publishedValues } from "../../src/service/answers/published-value";
import { dataBench } from "./data-bench";
import { grid } from "../grid";

const bench = dataBench(Date.UTC(2025, 0, 10, 12));
const asOf = (moment: string): readonly (readonly [string, number | null])[] =>
  bench.inStore((s) =>
    s
      .at(Date.parse(moment))
      .observations.between("CPIAUCSL", "2024-01-01", "2024-12-31")
      .map((o) => [o.date, o.value]),
  );

const VINTAGES =
  "realtime_start,realtime_end,date,value\n2024-05-15,2024-06-11,2024-04-01,313.1\n2024-06-12,9999-12-31,2024-04-01,313.2\n2024-06-12,9999-12-31,2024-05-01,313.3\n";
const history = () => ["2024-05-15T12:29:59Z", "2024-05-15T12:30:00Z", "2024-06-12T12:30:00Z", "2025-02-01T00:00:00Z"].map(asOf);
const EXPECTED = [[], [["2024-04-01", 313.1]], grid(2, "2024-04-01", 313.2, "2024-05-01", 313.3), grid(2, "2024-04-01", 313.2, "2024-05-01", 313.3)];

describe("a user's own vintages", () => {
  it("are the values as of each moment, also after a rebuild, and importing them twice changes nothing", async () => {
    const { status, out } = await bench.take("alfred.csv", VINTAGES, "series", "CPIAUCSL");
    expect([status, out]).toEqual([0, expect.stringMatching(/CPIAUCSL +2 new, 0 changed, 0 unchanged\n +vintages +3 new/)]);
    expect(history()).toEqual(EXPECTED);
    expect((await bench.run(["import", "series", "CPIAUCSL", "alfred.csv"])).out).toContain("Nothing changed");
    expect((await bench.run(["rebuild"])).status).toBe(0);
    expect(history()).toEqual(EXPECTED);
  });

  it("of periods before the oldest vintage have no known first value, also after a rebuild", async () => {
    const columns = [
      "observation_date,CPIAUCSL_20240515,CPIAUCSL_20240612,CPIAUCSL_20240711",
      "2024-02-01,311.1,311.1,311.1",
      "2024-03-01,312.2,312.3,312.3",
      "2024-04-01,313.1,313.2,313.2",
      "2024-05-01,,313.3,313.4",
      "2024-06-01,,,313.5",
    ].join("\n");
    const lines = [
      "date,value,realtime_start",
      "2024-02-01,311.1,2024-05-15",
      "2024-03-01,312.2,2024-05-15",
      "2024-03-01,312.3,2024-06-12",
      "2024-04-01,313.1,2024-05-15",
      "2024-04-01,313.2,2024-06-12",
      "2024-05-01,313.3,2024-06-12",
      "2024-05-01,313.4,2024-07-11",
      "2024-06-01,313.5,2024-07-11",
    ].join("\n");
    const firsts = () =>
      bench.inStore((s) =>
        ["2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01", "2024-06-01"].map((date) =>
          publishedValues(s.observations, "CPIAUCSL", date).map(({ value, basis, firstUnknown }) => [value, basis, firstUnknown]),
        ),
      );
    const expected = [
      [[311.1, "stated", true]],
      grid(3, 312.2, "stated", true, 312.3, "stated", false),
      grid(3, 313.1, "stated", false, 313.2, "stated", false),
      grid(3, 313.3, "stated", false, 313.4, "stated", false),
      [[313.5, "stated", false]],
    ];
    for (const [name, text] of Object.entries({ "columns.csv": columns, "lines.csv": lines })) {
      expect((await bench.take(name, `${text}\n`, "series", "CPIAUCSL")).status).toBe(0);
      expect(firsts()).toEqual(expected);
      expect((await bench.run(["import", "series", "CPIAUCSL", name])).out).toContain("Nothing changed");
      expect((await bench.run(["rebuild"])).status).toBe(0);
      expect(firsts()).toEqual(expected);
      expect((await bench.run(["forget", name])).status).toBe(0);
    }
  });

  it("that begin on a day without a release have no known first value of the newest period either", async () => {
    await bench.take(
      "alfred.csv",
      "date,value,realtime_start\n2024-03-01,312.2,2024-05-20\n2024-04-01,313.1,2024-05-20\n2024-05-01,313.3,2024-06-12\n",
      "series",
      "CPIAUCSL",
    );
    const unknown = (date: string) => bench.inStore((s) => publishedValues(s.observations, "CPIAUCSL", date)[0]?.firstUnknown);
    expect(["2024-03-01", "2024-04-01", "2024-05-01"].map(unknown)).toEqual([true, true, false]);
  });

  it("are added below values that are already stored, and the import says so", async () => {
    await bench.take("today.csv", "date,value\n2024-04-01,313.2\n2024-05-01,313.3\n", "series", "CPIAUCSL");
    const { out } = await bench.take("alfred.csv", VINTAGES, "series", "CPIAUCSL");
    expect(out).toMatch(/0 new, 0 changed, 2 unchanged\n +vintages +3 new/);
    expect(out).not.toContain("Nothing changed");
    expect(history()).toEqual(EXPECTED);
    expect((await bench.run(["forget", "alfred.csv"])).status).toBe(0);
    expect(bench.inStore((s) => s.observations.isRevised("CPIAUCSL"))).toBe(false);
  });

  describe("that begin after the next release", () => {
    const LATE = "date,value,realtime_start\n2024-04-01,313.016,2024-08-14\n2024-07-01,313.5,2024-08-14\n";
    const WARNING = /late\.csv: the first vintage of 1 of 2 months of CPIAUCSL came after the release, the first for 2024-04\. .* Load earlier vintages/;
    const moments = ["2024-05-15T12:29:59Z", "2024-05-20", "2024-08-14T12:30:00Z", "2025-01-10T12:00:00Z"];
    const april = () => moments.map((moment) => asOf(moment).find(([date]) => date === "2024-04-01")?.[1]);
    const versions = () =>
      bench.inStore((s) => publishedValues(s.observations, "CPIAUCSL", "2024-04-01").map(({ value, basis, firstUnknown }) => [value, basis, firstUnknown]));
    const load = async (name: string, text: string) => {
      return (await bench.take(name, text, "series", "CPIAUCSL")).out;
    };

    it("hide no value that was known before, in any order, and the import says that first values are unknown", async () => {
      for (const order of [
        ["today.csv", "late.csv"],
        ["late.csv", "today.csv"],
      ]) {
        for (const name of order) {
          const out = await load(name, name === "late.csv" ? LATE : "date,value\n2024-04-01,313.207\n");
          if (name === "late.csv") expect(out).toMatch(WARNING);
        }
        const expected = grid(3, 313.207, "rule", true, 313.016, "stated", false, 313.207, "first seen", false);
        expect([april(), versions()]).toEqual([[undefined, 313.207, 313.016, 313.207], expected]);
        for (const name of order) expect((await bench.run(["import", "series", "CPIAUCSL", name])).out).toContain("Nothing changed");
        expect((await bench.run(["rebuild"])).status).toBe(0);
        expect([april(), versions()]).toEqual([[undefined, 313.207, 313.016, 313.207], expected]);
        for (const name of order) expect((await bench.run(["forget", name])).status).toBe(0);
      }
    });

    it("may have the same value as another file, whose moment by rule stays", async () => {
      await load("late.csv", LATE);
      await load("today.csv", "date,value\n2024-04-01,313.016\n");
      expect(april()).toEqual([undefined, 313.016, 313.016, 313.016]);
      expect((await bench.run(["import", "series", "CPIAUCSL", "today.csv"])).out).toContain("Nothing changed");
    });

    it("without another file have no value before, and no known first value", async () => {
      await load("late.csv", LATE);
      expect([april(), versions()]).toEqual([[undefined, undefined, 313.016, 313.016], [[313.016, "stated", true]]]);
    });

    it("do not count as late once earlier vintages are loaded", async () => {
      await load("today.csv", "date,value\n2024-04-01,313.207\n");
      await load("late.csv", LATE);
      await load("alfred.csv", VINTAGES);
      expect(april()).toEqual([undefined, 313.1, 313.016, 313.207]);
      expect(versions().at(0)).toEqual([313.1, "stated", false]);
    });
  });

  it("with a day that cannot be are refused, and nothing is stored", async () => {
    expect(
      await bench.take("alfred.csv", VINTAGES.replace("2024-06-12,9999-12-31,2024-05-01", "2026-06-12,9999-12-31,2024-05-01"), "series", "CPIAUCSL"),
    ).toMatchObject({
      status: 1,
      err: expect.stringContaining("alfred.csv, line 4: 2024-05-01 is said to be published on 2026-06-12, which is in the future") as string,
    });
  });
});
