import { createLog, LOG_LEVELS } from "../../../src/commands/start/log";

test("a log shows its level and the more severe ones, each line with time and level", () => {
  const NOW = Date.parse("2024-06-25T12:00:00.250Z");
  for (const [i, level] of LOG_LEVELS.entries()) {
    const out: string[] = [];
    const err: string[] = [];
    const log = createLog(level, { out: (line) => void out.push(line), err: (line) => void err.push(line), now: () => NOW });
    for (const of of LOG_LEVELS) log[of](`an ${of}\nwith a second line`);
    const lines = LOG_LEVELS.slice(0, i + 1).map((of) => `2024-06-25T12:00:00.250Z ${of.padEnd(5)} an ${of}\n  with a second line`);
    expect([...err, ...out]).toEqual(lines);
    expect(err).toEqual(lines.slice(0, 2));
  }
});
