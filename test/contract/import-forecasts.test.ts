import { dataBench } from "./data-bench";

const bench = dataBench();
const { take } = bench;
const run = (...argv: readonly string[]) => bench.run(argv);
const HEADER = "series,period,forecast,date\n";

test("imports forecasts of the operator's own source, and status counts them like other own rows", async () => {
  const imported = await take(
    "mine.csv",
    `${HEADER}ICSA,2024-06-15,235000,2024-06-18\nICSA,2024-W25,232000,2024-06-19\nCPIAUCSL,2024-05,313.6,2024-06-11\n`,
    "forecasts",
  );
  expect(imported).toMatchObject({ status: 0, err: "" });
  expect(imported.out).toMatch(/mine\.csv: your own forecasts, 3 dates, 2024-05-01 to 2024-06-22\.\n +rows +3 new, 0 changed, 0 unchanged/);
  const { out } = await run("status");
  expect(out).toMatch(/^forecast +3 +2024-06-22$/m);
  expect(out).toMatch(/^\d+ +2024-06-20 +forecasts +3 +mine\.csv$/m);
  expect((await run("import", "forecasts", "mine.csv")).out).toContain("Nothing changed");
  expect((await run("forget", "mine.csv")).status).toBe(0);
  expect((await run("status")).out).not.toMatch(/^forecast +3/m);
});

test("imports nothing of a file with a refused line, and names the file, the line and the reason", async () => {
  expect(await take("late.csv", `${HEADER}CPIAUCSL,2024-05,313.6,2024-06-11\nICSA,2024-06-08,225000,2024-06-14\n`, "forecasts")).toEqual({
    status: 1,
    out: "",
    err: "Refused. Nothing was imported. late.csv, line 3: the forecast of ICSA for 2024-06-08 is dated 2024-06-14, after its release by 2024-06-13T12:30:00Z; correct its date, or leave it out.",
  });
  expect((await run("status")).out).toContain("Nothing is imported yet");
});

test("says which publisher a file of forecasts belongs to", async () => {
  expect((await take("mine.csv", `${HEADER}ICSA,2024-06-15,235000,2024-06-18\n`, "dol")).err).toContain(
    "this looks like your own forecasts; import it with npm run -s data -- import forecasts",
  );
});

test("says of a corrected forecast that past days keep the old figure, and what to do", async () => {
  const figure = (moment: string) =>
    bench.inStore((s) =>
      s
        .at(Date.parse(moment))
        .records.between<{ value: number }>("forecast", "ICSA", "2024-06-15", "2024-06-15", "2024-06-20")
        .map(({ body }) => body.value),
    );
  const figures = () => ["2024-06-19T12:00:00Z", "2024-06-20T23:00:00Z"].map(figure);
  expect((await take("typo.csv", `${HEADER}ICSA,2024-06-15,253000,2024-06-18\n`, "forecasts")).out).not.toContain("forget");
  const { out } = await take("right.csv", `${HEADER}ICSA,2024-06-15,235000,2024-06-18\n`, "forecasts");
  expect(out).toMatch(
    /1 changed.*\nA changed forecast counts from now on; .* To correct it for past days too, forget the earlier file: npm run -s data -- forget FILE/,
  );
  expect(figures()).toEqual([[253_000], [235_000]]);
  expect((await run("forget", "typo.csv")).status).toBe(0);
  expect(figures()).toEqual([[235_000], [235_000]]);
});
