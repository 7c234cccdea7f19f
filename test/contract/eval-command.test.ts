import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import { start } from "../../src/commands/start/start";
import { importWords, truthCases } from "../../src/commands/verification/truth";
import { UsageError } from "../../src/commands/io";
import { itWithSharedData } from "../shared-data";
import { commandDesk } from "./command-desk";

const desk = commandDesk();
const { at, put, io } = desk;

async function evaluate(...argv: string[]): Promise<string[]> {
  desk.out = [];
  expect(await evalCommand(["--data", "d", "--as-of", "2026-11-20", ...argv], io)).toBe(0);
  return desk.out;
}

test("npm run eval prints one line per formula, with exactly what the cell would show", async () => {
  const lines = await evaluate(
    '=SERVICE.YIELD("AS_OF","2024-06-19")',
    'service.yield( " as_of " , 45462 )',
    '=_xldudf_SERVICE_FRED("DGS10","unit")',
    '=SERVICE("nvda","SHORT.SOURCE")',
    '=SERVICE.FRED("DGS100")',
    '=SERVICE.FRED("DGS10","valeu")',
    "=SERVICE.FRED(TRUE)",
    "=SERVICE.FRED()",
    '=SERVICE.FRED({"DGS10","DGS2"})',
    '=SERVICE.FRED("DGS10",,)',
    "=SERVICE.FRED(#DIV/0!)",
    '=SERVICE.FRED("DGS10","value","more","yet more")',
    "=SUM(1,2)",
    '=SERVICE.FERD("DGS10")',
    "=SERVICE.FRED(A1)",
  );
  expect(lines[0]).toBe("2024-06-18");
  expect(lines[1]).toBe("2024-06-18");
  expect(lines[2]).toBe("%");
  expect(lines[4]).toMatch(/^n\/a: Unknown series DGS100; did you mean DGS10\?/);
  expect(lines[5]).toBe('#VALUE! field: expected one of value, date, previous, change, change_pct, unit, title or frequency, got "valeu"; did you mean value?');
  expect(lines[6]).toMatch(/^#VALUE! series_id: expected a curated series such as DGS10, got TRUE; put it in quotes: "TRUE"/);
  expect(lines[7]).toBe("n/a: no series_id");
  expect(lines[8]).toMatch(/^#VALUE! series_id: expected one value, got several/);
  expect(lines[9]).toMatch(/^#VALUE! SERVICE.FRED takes at most 2 arguments, got 3/);
  expect(lines[10]).toBe("#DIV/0!");
  expect(lines[11]).toMatch(/^#VALUE! SERVICE.FRED takes at most 2 arguments, got 4/);
  expect(lines[12]).toMatch(/^#VALUE! Expected one SERVICE call/);
  expect(lines[13]).toMatch(/^#NAME\? There is no function SERVICE.FERD; did you mean SERVICE.FRED/);
  expect(lines[14]).toMatch(/^#VALUE! Expected text in quotes, a number, TRUE or FALSE at "A1\)"/);
  expect(desk.err.join()).toContain("Sample data");
});

test.each([
  [
    "2026-11-21",
    "--as-of: expected a day that has ended in New York, got 2026-11-21; this service's date is 2026-11-20 (2026-11-20T12:00:00Z), so the last such day is 2026-11-19.",
  ],
  [
    "2026-11-20T12:01Z",
    "--as-of: expected a moment that is not in the future, got 2026-11-20T12:01:00Z; this service's date is 2026-11-20 (2026-11-20T12:00:00Z).",
  ],
])("--as-of %s is in the future, and is refused by eval and start with the service's sentence", async (when, message) => {
  await expect(evalCommand(["--data", "d", "--as-of", when, "=SERVICE.REGIME()"], io)).rejects.toThrow(new UsageError(message));
  await expect(start(["--data", "d", "--as-of", when], io)).rejects.toThrow(new UsageError(message));
  expect([desk.out, existsSync(at("d"))]).toEqual([[], false]);
});

test("--json adds unit, dates, source and caveats", async () => {
  const [line] = await evaluate("--json", '=SERVICE.FRED("DGS10")');
  expect(JSON.parse(line!)).toMatchObject({
    formula: '=SERVICE.FRED("DGS10")',
    unit: "%",
    observation_date: "2026-11-20",
    source: "sample",
    sample: true,
    attribution: expect.stringContaining("Sample data") as string,
    caveats: expect.arrayContaining([{ id: "fred_observation_date_not_fetch_date", meaning: "Observation date is the described period." }]) as unknown,
  });
});

test("--json prints the publication of an observation, and components, with the names of the service's reply", async () => {
  put("dgs10.csv", "date,value\n2024-06-20,4.25\n2024-06-21,4.26\n");
  put("dgs2.csv", "date,value\n2024-06-20,4.7\n2024-06-21,4.71\n");
  for (const [id, file] of Object.entries({ DGS10: "dgs10.csv", DGS2: "dgs2.csv" }))
    expect(await data(["import", "series", id, file, "--data", "d"], io)).toBe(0);
  const [stored, computed] = (await evaluate("--json", '=SERVICE.FREDH("DGS10","2024-06-20")', '=SERVICE.FREDH("T10Y2Y","2024-06-20")')).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  expect(stored).toMatchObject({ public: { at: "2024-06-21T20:15Z", basis: "rule" }, revisions: 0, first_value_unknown: true });
  expect(computed).toMatchObject({
    public: { at: "2024-06-21T20:15Z", basis: "rule" },
    components: [
      { name: "DGS10", observation_date: "2024-06-20", value: 4.25 },
      { name: "DGS2", observation_date: "2024-06-20", value: 4.7 },
    ],
  });
  expect(computed).not.toHaveProperty("revisions");
  expect(JSON.stringify([stored, computed])).not.toContain("observationDate");
});

test("--file reads one formula per line; a missing file or wrong option is refused in one sentence", async () => {
  put("book.txt", '\uFEFF=SERVICE.FRED("DGS10","unit")\r\n\r\n\'a remark\r\n=SERVICE.FRED("WALCL","unit")\r\n');
  expect(await evaluate("--file", "book.txt")).toEqual(["%", "$M"]);
  await expect(evalCommand(["--file", "none.txt"], io)).rejects.toThrow(/cannot read none.txt/);
  await expect(evalCommand(["--fiel", "x"], io)).rejects.toThrow(/--fiel/);
  await expect(evalCommand(["--as-of", "2024-02-30", "=SERVICE.REGIME()"], io)).rejects.toThrow(
    /--as-of: expected a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z, got "2024-02-30"/,
  );
  expect(await evalCommand([], io)).toBe(2);
});

test("--url requires a key and an encrypted connection", async () => {
  await expect(evalCommand(["--url", "https://api.example.com", "=SERVICE.REGIME()"], io)).rejects.toThrow(
    "--url: set the variable SERVICE_API_KEY to the key of that service. For the service on this machine, npm run -s key prints it; for another, ask its operator.",
  );
  desk.env = { SERVICE_API_KEY: "svc_0123456789abcdef" };
  await expect(evalCommand(["--url", "http://api.example.com", "=SERVICE.REGIME()"], io)).rejects.toThrow(/must not travel in the clear/);
  await expect(evalCommand(["--url", "nowhere", "=SERVICE.REGIME()"], io)).rejects.toThrow(/expected an address/);
  expect(await evalCommand(["--url", "http://127.0.0.1:9", "=SERVICE.REGIME()"], io)).toBe(0);
  expect(desk.out.at(-1)).toMatch(/^#N\/A The service cannot be reached/);
});

test("npm run eval creates the local key once, readable only by its owner, and never prints it", async () => {
  await evaluate("=SERVICE.REGIME()");
  const file = at("d", "key");
  const key = readFileSync(file, "utf8").trim();
  expect(key).toMatch(/^svc_[\w-]{40}$/);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  await evaluate("=SERVICE.REGIME()");
  expect(readFileSync(file, "utf8").trim()).toBe(key);
  expect([...desk.out, ...desk.err].join("\n")).not.toContain(key.slice(4, 12));
});

test("npm start refuses a port out of range, and the same port twice", async () => {
  await expect(start(["--http-port", "0"], io)).rejects.toThrow(/--http-port: expected a port from 1 to 65535, got "0"/);
  await expect(start(["--log-level", "loud"], io)).rejects.toThrow('--log-level: expected error, warn, info or debug, got "loud".');
  await expect(start([], { ...io, env: { SERVICE_FREE_KEYS: "many" } })).rejects.toThrow(
    'SERVICE_FREE_KEYS: expected a number of keys from 1 to 999, got "many".',
  );
  for (const price of ["0", "-1", "0.005", "free"])
    await expect(start([`--top-up-price=${price}`], io)).rejects.toThrow(
      `--top-up-price: expected the price of 1,000 requests in US dollars, such as 0.50, got "${price}".`,
    );
  await expect(start(["--http-port", "4001", "--https-port", "4001"], io)).rejects.toThrow(/expected two different ports/);
});

test("a reason is short in its line, and its explanation is printed once for all its lines", async () => {
  expect(await data(["disable", "sample", "--data", "d"], io)).toBe(0);
  desk.err = [];
  const formulas = ['=SERVICE.PRICE("AAPL")', '=SERVICE.ESI("US")', '=SERVICE.PRICE("MSFT")'];
  const [apple] = await evaluate(...formulas);
  expect(apple).toBe("n/a: No published data is loaded, and sample data is off.");
  expect(desk.err.join("\n")).toMatch(/\(lines 1, 3: No published data is loaded for this, .* npm run data -- status\)/);
  desk.err = [];
  const [asJson] = await evaluate("--json", ...formulas);
  expect(JSON.parse(asJson!)).toMatchObject({ reason: apple!.slice(5), explanation: expect.stringMatching(/^No published data/) as string });
  expect(desk.err).toEqual([]);
});

test("a path typed as a function name suggests SERVICE.GET", async () => {
  const [odds] = await evaluate('=SERVICE.ODDS("recession")');
  expect(odds).toBe('#NAME? There is no function SERVICE.ODDS; use SERVICE.GET(name,"odds").');
});

itWithSharedData("the published test cases of YIELD and FREDH have the published values with all their files imported", async (published) => {
  const cases = truthCases(published).filter(({ door, asks = [] }) => door === "cell" && asks.some(({ ask }) => /SERVICE\.(YIELD|FREDH)\(/.test(ask)));
  expect(cases.length).toBeGreaterThan(30);
  for (const source of new Set(cases.map((c) => c.source_file)))
    expect(await data(["import", ...importWords(source), path.join(published, source), "--data", "d"], io)).toBe(0);
  const formulas = cases.flatMap((c) => c.asks!.map((a) => ({ ...a, id: c.id })));
  put("truth.txt", formulas.map((f) => f.ask).join("\n"));
  const lines = await evaluate("--json", "--file", "truth.txt");
  expect(lines).toHaveLength(formulas.length);
  lines.forEach((line, i) => {
    const got = JSON.parse(line) as { value: unknown; sample: boolean; shows: string };
    const { id, ask, expect: expected } = formulas[i]!;
    expect({ id, ask, value: got.value, sample: got.sample }).toEqual({ id, ask, value: expected, sample: false });
    expect(got.shows).toEqual(expected === null ? expect.stringMatching(/^n\/a: .{10,}/) : String(expected));
  });
});
