import { byFile, runCases, truthCases } from "../../src/commands/verification/truth";
import { byImports, type OwnCase, ownCases, runOwnCases, type Verdict } from "../../src/commands/verification/own-cases";
import type { Io } from "../../src/commands/io";
import { itWithSharedData } from "../shared-data";

const io: Io = { out: () => undefined, err: () => undefined, cwd: process.cwd(), env: {}, now: () => Date.UTC(2026, 10, 20, 12) };

describe("published values", () => {
  itWithSharedData("of truth_cases.json equal the service's values after their file is imported", async (folder) => {
    const cases = truthCases(folder);
    const verdicts: Verdict[] = [];
    for (const sameFile of byFile(cases)) verdicts.push(...(await runCases(sameFile, folder, io)));
    expect(cases.length).toBeGreaterThan(90);
    expect(verdicts.filter((v) => !v.right)).toEqual([]);
  });
});

describe("the project's own cases in test/truth", () => {
  itWithSharedData("give the expected values after their imports", async (folder) => {
    const verdicts: Verdict[] = [];
    for (const sameFiles of byImports(ownCases())) verdicts.push(...(await runOwnCases(sameFiles, folder, io)));
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.filter((v) => !v.right)).toEqual([]);
  });

  const one = (asks: OwnCase["asks"]): OwnCase => ({ id: "X1", note: "", imports: [], as_of: "2024-06-28", asks });

  test("fail with a wrong value, code, text or error, and with sample data", async () => {
    const verdicts = await runOwnCases(
      [
        one([
          { ask: '=SERVICE.FREDH("DGS10","2099-01-01")', code: "after_as_of" },
          { ask: '=SERVICE.FREDH("DGS10","2099-01-01")', code: "no_observation" },
          { ask: '=SERVICE.FREDH("DGS10","2099-01-01")', code: "after_as_of", short: "something else" },
          { ask: '=SERVICE.YIELD("AS_OF","2024-06-28")', expect: "2024-06-28", sample: true },
          { ask: '=SERVICE.YIELD("AS_OF","2024-06-28")', expect: "2024-06-28" },
          { ask: '=SERVICE.YIELD("AS_OF","2024-06-28")', expect: "2024-06-27", sample: true },
          { ask: '=SERVICE.YIELD("10Y","31/12/2024")', error: "#VALUE!" },
          { ask: '=SERVICE.YIELD("10Y","2024-06-28")', error: "#VALUE!" },
          { ask: "/v1/status", expect: { data: { as_of: "2024-06-28" } } },
          { ask: "/v1/status", expect: { data: { as_of: "2024-06-27" } } },
        ]),
      ],
      "",
      io,
    );
    expect(verdicts.map((v) => v.right)).toEqual([true, false, false, true, false, false, true, false, true, false]);
  });

  test("fail with the name of an import that is refused", async () => {
    const [verdict, ...more] = await runOwnCases([{ ...one([]), imports: [["prices", "own/no-such-file.csv"]] }], "", io);
    expect(verdict).toMatchObject({ right: false, asked: "import prices own/no-such-file.csv" });
    expect(more).toEqual([]);
  });
});
