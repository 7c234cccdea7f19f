import { judge, truthCases, type Verdict } from "../../src/commands/truth";
import type { Io } from "../../src/commands/io";
import { itWithSharedData } from "../shared-data";

const io: Io = { out: () => undefined, err: () => undefined, cwd: process.cwd(), env: {}, now: () => Date.UTC(2026, 10, 20, 12) };

describe("published values", () => {
  itWithSharedData(
    "are what the service shows when their file is imported, every one of truth_cases.json",
    async (folder) => {
      const cases = truthCases(folder);
      const verdicts: Verdict[] = [];
      for (const of of cases) verdicts.push(...(await judge(of, folder, io)));
      expect(cases.length).toBeGreaterThan(90);
      expect(verdicts.filter((v) => !v.right)).toEqual([]);
    },
    120_000,
  );
});
