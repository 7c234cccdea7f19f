import { dataBench } from "./data-bench";

const bench = dataBench(Date.UTC(2025, 0, 10, 12));
const own = (name: string, rows: Readonly<Record<string, number>>): void =>
  bench.put(
    name,
    `date,value\n${Object.entries(rows)
      .map(([date, value]) => `${date},${value}`)
      .join("\n")}\n`,
  );
const known = (series: string) => bench.served(series).map(([, value]) => value);

describe("a user's own file imported as the wrong series", () => {
  it("is refused if its values are a hundredth of the stored ones", async () => {
    own("dgs10.csv", { "2025-01-02": 4.57, "2025-01-03": 4.6 });
    await bench.run(["import", "series", "DGS10", "dgs10.csv"]);
    own("fractions.csv", { "2025-01-02": 0.0457, "2025-01-03": 0.046, "2025-01-06": 0.0462 });
    const said = await bench.run(["import", "series", "DGS10", "fractions.csv"]);
    expect(said).toMatchObject({ status: 1, err: expect.stringContaining("DGS10 is 0.0457 on 2025-01-02, a hundredth of the stored value") as string });
    expect(known("DGS10")).toEqual([4.57, 4.6]);
  });

  it("is refused if its values are a hundredth of those stored shortly before", async () => {
    own("fedfunds.csv", { "2024-11-01": 4.64 });
    await bench.run(["import", "series", "FEDFUNDS", "fedfunds.csv"]);
    own("december.csv", { "2024-12-01": 0.0448 });
    expect(await bench.run(["import", "series", "FEDFUNDS", "december.csv"])).toMatchObject({ status: 1 });
    own("december.csv", { "2024-12-01": 4.48 });
    expect(await bench.run(["import", "series", "FEDFUNDS", "december.csv"])).toMatchObject({ status: 0 });
  });

  it("is accepted if its rates fell over weeks, and not all by one factor", async () => {
    own("before.csv", { "2020-03-02": 1.11, "2020-03-06": 0.42 });
    await bench.run(["import", "series", "DTB3", "before.csv"]);
    own("after.csv", { "2020-03-09": 0.33, "2020-03-20": 0.04, "2020-03-25": -0.05 });
    expect(await bench.run(["import", "series", "DTB3", "after.csv"])).toMatchObject({ status: 0 });
  });

  it("is refused if its file name is another series' id", async () => {
    own("DGS10.csv", { "2025-01-02": 4.57 });
    const said = await bench.run(["import", "series", "DGS2", "DGS10.csv"]);
    expect(said.status).toBe(2);
    expect(said.err).toContain("DGS10.csv has the name of DGS10, but is to be imported as DGS2. Type npm run -s data -- import series DGS10 DGS10.csv");
  });

  it("is refused with the command to type if the word series is missing", async () =>
    expect(await bench.run(["import", "dgs10", "a.csv"])).toMatchObject({
      status: 2,
      err: 'import: "dgs10" is a series, not a publisher. To import it, type: npm run -s data -- import series DGS10 a.csv',
    }));

  it("is imported with a warning if all values differ, and the printed command removes it", async () => {
    const days = Array.from({ length: 12 }, (_, i) => `2024-0${1 + (i % 9)}-${10 + Math.floor(i / 9)}`).filter(
      (d) => ![0, 6].includes(new Date(d).getUTCDay()),
    );
    const many = (value: number) => Object.fromEntries([...days, "2024-10-01", "2024-10-02", "2024-10-03", "2024-10-04", "2024-10-07"].map((d) => [d, value]));
    own("yields.csv", many(4.1));
    await bench.run(["import", "series", "DGS2", "yields.csv"]);
    own("yields.csv", many(4.5));
    const { out } = await bench.run(["import", "series", "DGS2", "yields.csv"]);
    const count = Object.keys(many(1)).length;
    expect(out).toContain(`Is this the right file? ${count} of ${count} stored values of DGS2 differ from the new ones.`);
    const forget = /forget (\d+)/.exec(out)?.[1] ?? "";
    expect(await bench.run(["forget", forget])).toMatchObject({ status: 0 });
    expect(new Set(known("DGS2"))).toEqual(new Set([4.1]));
    expect((await bench.run(["forget", "dgs2"])).out).toMatch(/^DGS2: \d+ rows removed/);
  });
});

describe("a document of another publisher", () => {
  it("is refused with the command that imports it", async () => {
    const row = {
      effectiveDate: "2024-06-03",
      type: "SOFR",
      percentRate: 5.35,
      percentPercentile1: 5.3,
      percentPercentile25: 5.33,
      percentPercentile75: 5.4,
      percentPercentile99: 5.5,
      volumeInBillions: 1900,
      revisionIndicator: "",
    };
    bench.put("rates.json", JSON.stringify({ refRates: [row] }));
    for (const publisher of ["treasury", "sec"]) {
      const { status, err } = await bench.run(["import", publisher, "rates.json"]);
      expect([status, err]).toEqual([
        1,
        expect.stringContaining("this looks like the New York Fed's reference rates; import it with npm run -s data -- import nyfed."),
      ]);
    }
  });

  it("is refused without a command if it matches no publisher", async () => {
    expect((await bench.take("notes.json", '{"a":1}', "sec")).err).toContain("check that it is the right one");
  });
});

test("a publisher's newest day in the status ignores users' own files", async () => {
  await bench.take("curve.csv", 'Date,"1 Mo","10 Yr"\n06/20/2024,5.47,4.25\n', "treasury");
  own("dgs10.csv", { "2025-01-02": 4.57 });
  await bench.run(["import", "series", "DGS10", "dgs10.csv"]);
  const line = (await bench.run(["status"])).out.split("\n").find((l) => l.startsWith("treasury "));
  expect(line).toContain("2024-06-20");
  expect(line).not.toContain("2025-01-02");
});
