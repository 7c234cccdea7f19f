import Database from "libsql";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { databaseOf } from "../../src/commands/io";
import { openLocalService } from "../../src/commands/local-service";
import { PLANS } from "../../src/contract/plans";
import { ledgerBeside } from "../../src/service/ledger/ledger";
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
async function used(period: string, requests: number): Promise<void> {
  const { store, key } = await openLocalService(desk.cwd, undefined, { now: () => NOW });
  const { account } = (await store.ledger.keys.find(key))!;
  store.close();
  const ledger = new Database(ledgerBeside(databaseOf(desk.cwd)));
  ledger.prepare("INSERT INTO usage_window (hash, period, used) VALUES (?, ?, ?)").run(account, period, requests);
  ledger.close();
}

/** Overwrites the first page of a table or an index. */
function damage(file: string, table: string): void {
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
    async () => {
      await used("month:2024-06", 1);
      damage(ledgerBeside(databaseOf(desk.cwd)), "usage_window");
    },
    "The service had an error, which the log shows. If the database is damaged, stop the service, then type: npm run -s data -- rebuild",
  ],
])("npm start %s serves, says so, and ends on SIGTERM", async (_state, prepare, words) => {
  await prepare();
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
  await used("month:2024-06", 1);
  damage(databaseOf(desk.cwd), "sqlite_autoindex_publisher_1");
  const { ended, printed } = await run();
  expect(await ended).toBe(1);
  expect(printed()).toMatch(/npm run start failed: the database is damaged\. .+\n$/);
  expect(printed()).not.toMatch(/is running|Started/);
  expect(existsSync(desk.at("running.json"))).toBe(false);
});

it("npm start stores what it counted while another process wrote to the ledger: afterwards without a request, and when it is stopped", async () => {
  const { child, ended, printed, http } = await start(desk.cwd);
  const other = new Database(ledgerBeside(databaseOf(desk.cwd)));
  try {
    const headers = { authorization: `Bearer ${desk.text("key").trim()}` };
    const ask = async (): Promise<number> => (await fetch(`http://127.0.0.1:${http}/v1/status`, { headers })).status;
    const used = () => (other.prepare("SELECT SUM(used) AS used FROM usage_window WHERE period LIKE 'month:%'").get() as { used: number }).used;
    const before = used();
    other.exec("BEGIN IMMEDIATE");
    expect([await ask(), await ask(), await ask(), used()]).toEqual([200, 200, 200, before]);
    other.exec("COMMIT");
    await untilPasses(() => expect(used()).toBe(before + 3));
    other.exec("BEGIN IMMEDIATE");
    expect([await ask(), await ask(), used()]).toEqual([200, 200, before + 3]);
    child.kill("SIGTERM");
    await untilPasses(() => expect(printed()).toMatch(/Another command is writing to the ledger\. Waiting at most 60 s/));
    other.exec("COMMIT");
    expect(await ended).toBe(0);
    expect(used()).toBe(before + 5);
  } finally {
    child.kill("SIGKILL");
    other.close();
  }
});
