import Database from "libsql";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { databaseOf } from "../../src/commands/io";
import { openLocalService } from "../../src/commands/local-service";
import { PLANS } from "../../src/contract/plans";
import { webBuild } from "../browser/web-build";
import { start, type Started } from "./started-service";
import { commandDesk } from "./command-desk";
import { overwrite, settle } from "../files";
import { untilPasses } from "../time";

const NOW = Date.UTC(2024, 5, 25, 12, 0, 20);
/** The started process has this clock too, so that the minute of its test request is known. */
const CLOCK = { NODE_OPTIONS: `--import=data:text/javascript,Date.now=()=>${NOW}` };
const { perMinute, perMonth } = PLANS.developer;

const desk = commandDesk();
beforeAll(async () => void (await webBuild()));

/** Creates the data folder, with requests of its key counted in a period. */
function used(period: string, requests: number): void {
  const { store, key } = openLocalService(desk.cwd, undefined, { now: () => NOW });
  const { account } = store.keys.find(key)!;
  store.writing(() => {
    for (let i = 0; i < requests; i++) store.usage.take(account, [{ period, limit: requests }]);
  });
  store.close();
}

/** Overwrites the first page of a table or an index. */
function damage(table: string): void {
  const file = databaseOf(desk.cwd);
  const { rootpage, size } = settle(file, (sql) =>
    sql.prepare("SELECT rootpage, page_size AS size FROM sqlite_master, pragma_page_size WHERE name = ?").get(table),
  ) as { readonly rootpage: number; readonly size: number };
  overwrite(file, (rootpage - 1) * size, Buffer.alloc(size, 0xa5));
}

async function run(): Promise<Started> {
  const started = await start(desk.cwd, CLOCK, {}, []);
  desk.atEnd(() => (started.child.kill("SIGKILL"), started.ended));
  return started;
}

it.each([
  ["with the minute's quota used up", () => used("minute:2024-06-25T12:00", perMinute), "More than 600 requests in this minute. Wait 40 s."],
  [
    "with the month's quota used up",
    () => used("month:2024-06", perMonth),
    "The key's quota is used up until 2024-07-01. Set SERVICE_API_KEY to another key, or wait.",
  ],
  [
    "over a damaged page of the counts",
    () => {
      used("month:2024-06", 1);
      damage("usage_window");
    },
    "The service had an error, which the log shows. If the database is damaged, stop the service, then type: npm run -s data -- rebuild",
  ],
])("npm start %s serves, says so, and ends on SIGTERM", async (_state, prepare, words) => {
  prepare();
  const { child, ended, printed, http } = await run();
  expect(printed()).toContain(`It runs, but =SERVICE.FRED("DGS10") got no answer. ${words}\n`);
  expect(printed()).toMatch(/To stop, press Ctrl\+C\.\n$/);
  expect((await fetch(`http://127.0.0.1:${http}/functions.json`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(existsSync(desk.at("running.json"))).toBe(false);
});

it("npm start ends on SIGTERM while connections to its ports have sent nothing", async () => {
  const { child, ended, http, https } = await run();
  const idle = [http, https].map((port) => connect(port, "127.0.0.1"));
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  // An answer shows that the service has had a turn to accept the connections.
  expect((await fetch(`http://127.0.0.1:${http}/functions.json`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  for (const socket of idle) socket.destroy();
});

it("npm start ends with status 1 if the database fails after the ports are open", async () => {
  used("month:2024-06", 1);
  damage("sqlite_autoindex_publisher_1");
  const { ended, printed } = await run();
  expect(await ended).toBe(1);
  expect(printed()).toMatch(/npm run start failed: the database is damaged\. .+\n$/);
  expect(printed()).not.toMatch(/is running|Started/);
  expect(existsSync(desk.at("running.json"))).toBe(false);
});

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
    await untilPasses(() => expect(used()).toBe(before + 3));
    importing.exec("BEGIN IMMEDIATE");
    expect([await ask(), await ask(), used()]).toEqual([200, 200, before + 3]);
    child.kill("SIGTERM");
    await untilPasses(() => expect(printed()).toMatch(/Another command is writing to the database\. Waiting at most 60 s/));
    importing.exec("COMMIT");
    expect(await ended).toBe(0);
    expect(used()).toBe(before + 5);
  } finally {
    child.kill("SIGKILL");
    importing.close();
  }
});
