import { spawnSync } from "node:child_process";
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { commandDesk } from "./command-desk";

const desk = commandDesk();
const plist = (name: string): string => readFileSync(path.join(ROOT, "deploy", name), "utf8");
/** What launchd runs. */
const script = (): string => /<string>-c<\/string>\s*<string>([^<]*)<\/string>/.exec(plist("service-log.plist"))![1]!;
const rotate = (): number | null => spawnSync("sh", ["-c", script()], { env: { ...process.env, HOME: desk.cwd } }).status;
const onlyPosix = process.platform === "win32" ? it.skip : it;
const LIMIT = 10_000_000;

describe("deploy/service-log.plist", () => {
  const log = (copy = ""): string => desk.at("Library", "Logs", `service.log${copy}`);
  beforeEach(() => void mkdirSync(path.dirname(log()), { recursive: true }));

  it("limits the log that deploy/service.plist writes", () => {
    expect(plist("service.plist").match(/<string>\/Users\/you\/Library\/Logs\/service\.log<\/string>/g)).toHaveLength(2);
    expect(script()).toContain("cd ~/Library/Logs");
    expect(/&(?!amp;)/.test(script())).toBe(false);
  });

  onlyPosix("empties a long log into a copy, and the service continues to write into it", () => {
    writeFileSync(log(), "x".repeat(LIMIT));
    const held = openSync(log(), "a");
    expect(rotate()).toBe(0);
    expect(readFileSync(log()).length).toBe(LIMIT);
    writeSync(held, "y");
    expect(rotate()).toBe(0);
    writeSync(held, "z\n");
    closeSync(held);
    expect([readFileSync(log(), "utf8"), readFileSync(log(".1")).length]).toEqual(["z\n", LIMIT + 1]);
  });

  onlyPosix("keeps four copies, and does nothing before there is a log", () => {
    expect(rotate()).toBe(0);
    expect(desk.names("Library/Logs")).toEqual([]);
    for (let i = 0; i < 6; i++) {
      appendFileSync(log(), `${i}${"x".repeat(LIMIT)}`);
      rotate();
    }
    expect(desk.names("Library/Logs")).toEqual(["service.log", "service.log.1", "service.log.2", "service.log.3", "service.log.4"]);
    expect([".1", ".2", ".3", ".4"].map((copy) => readFileSync(log(copy), "utf8")[0])).toEqual(["5", "4", "3", "2"]);
  });
});
