import { databaseOf } from "../../src/commands/io";
import Database from "libsql";
import { webBuild } from "../browser/web-build";
import { start } from "./started-service";
import { untilPasses } from "../time";
import { commandDesk } from "./command-desk";

jest.setTimeout(180_000);
const desk = commandDesk();
beforeAll(async () => void (await webBuild()));

it("npm start stores what it counted during an import: afterwards without a request, and when it is stopped", async () => {
  const { child, ended, printed, http } = await start(desk.cwd);
  const importing = new Database(databaseOf(desk.cwd));
  try {
    const headers = { authorization: `Bearer ${desk.text("key").trim()}` };
    const ask = async (): Promise<number> => (await fetch(`http://127.0.0.1:${http}/v1/status`, { headers })).status;
    const used = () => (importing.prepare("SELECT SUM(used) AS used FROM usage_window WHERE period LIKE 'month:%'").get() as { used: number }).used;
    const before = used();
    importing.exec("BEGIN IMMEDIATE");
    expect([await ask(), await ask(), await ask(), used()]).toEqual([200, 200, 200, before]);
    importing.exec("COMMIT");
    await untilPasses(() => expect(used()).toBe(before + 3), { timeout: 60_000 });
    importing.exec("BEGIN IMMEDIATE");
    expect([await ask(), await ask(), used()]).toEqual([200, 200, before + 3]);
    child.kill("SIGTERM");
    await untilPasses(() => expect(printed()).toMatch(/Another command is writing to the database\. Waiting at most 60 s/), { timeout: 60_000 });
    importing.exec("COMMIT");
    expect(await ended).toBe(0);
    expect(used()).toBe(before + 5);
  } finally {
    child.kill("SIGKILL");
    importing.close();
  }
});
