import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { certificates, renewalLine } from "../../src/commands/certificates";
import { data } from "../../src/commands/data";
import { dataFolder, ROOT } from "../../src/commands/io";
import { ownFolder } from "../../src/commands/own-folder";
import { commandDesk } from "./command-desk";

const NOW = Date.UTC(2024, 5, 25, 12);
const POSIX = process.platform !== "win32";
const onlyPosix = POSIX ? it : it.skip;
/** Folders from the root of the file system to this one. */
const upTo = (folder: string): string[] => (folder === path.dirname(folder) ? [folder] : [...upTo(path.dirname(folder)), folder]);
/** Acting as another user requires root, and a checkout and a temporary folder that other users can enter. */
const othersCanEnter = [ROOT, tmpdir()].flatMap(upTo).every((folder) => (statSync(folder).mode & 0o001) !== 0);
const asRoot = process.getuid?.() === 0 && othersCanEnter ? it : it.skip;
const NOBODY = 65_534;

const desk = commandDesk({ now: NOW });
const { at, io, put } = desk;

const modeOf = (...names: string[]): string => (statSync(at(...names)).mode & 0o777).toString(8);
const writeSeries = (mode = 0o644): void => {
  put("dgs10.csv", "DATE,DGS10\n2024-06-20,4.26\n");
  chmodSync(at("dgs10.csv"), mode);
};

onlyPosix("files that a command creates are closed to other users", async () => {
  writeSeries();
  expect(await data(["import", "series", "DGS10", "dgs10.csv", "--data", "d"], io)).toBe(0);
  expect(["d", "d/service.db", "d/ledger.db", "d/documents"].map((name) => modeOf(name))).toEqual(["700", "600", "600", "700"]);
  expect(desk.err).toEqual([]);
});

onlyPosix("a data folder that other users can read is made private, and the command says so once", async () => {
  writeSeries();
  await data(["import", "series", "DGS10", "dgs10.csv", "--data", "d"], io);
  for (const name of ["d", "d/documents"]) chmodSync(at(name), 0o755);
  for (const name of ["d/service.db", "d/ledger.db"]) chmodSync(at(name), 0o644);
  await data(["status", "--data", "d"], io);
  expect(["d", "d/service.db", "d/ledger.db", "d/documents"].map((name) => modeOf(name))).toEqual(["700", "600", "600", "700"]);
  expect(desk.err).toEqual([`(Other users of this machine could read ${at("d")}. Its files are now private.)`]);
  await data(["status", "--data", "d"], io);
  expect(desk.err).toHaveLength(1);
});

onlyPosix("a data folder with other files keeps its permissions and theirs; only the database is made private", () => {
  desk.folder("home");
  for (const name of ["service.db", "letter.txt"]) writeFileSync(at("home", name), "", { mode: 0o644 });
  for (const name of ["home/service.db", "home/letter.txt"]) chmodSync(at(name), 0o644);
  chmodSync(at("home"), 0o755);
  ownFolder(at("home"), io);
  expect(["home", "home/service.db", "home/letter.txt"].map((name) => modeOf(name))).toEqual(["755", "600", "644"]);
});

/** A series, and a data folder of another user, in a folder that this user can enter. */
function nobodysFolder(mode?: number): void {
  chmodSync(desk.cwd, 0o755);
  writeSeries(mode);
  desk.folder("d");
  chownSync(at("d"), NOBODY, NOBODY);
}

/** Runs a command of this checkout as root in its own process, because it gives up its rights. */
const command = (...argv: string[]) =>
  spawnSync(process.execPath, [path.join(ROOT, "scripts", "run.mjs"), ...argv], {
    cwd: desk.cwd,
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: desk.cwd },
  });

asRoot("a backup of root into a folder of root's names the folder, because root acts as the owner of the data folder", () => {
  nobodysFolder();
  command("data", "import", "series", "DGS10", "dgs10.csv", "--data", "d");
  const run = command("data", "backup", "service.backup", "--data", "d");
  expect([run.status, run.stderr]).toEqual([
    1,
    expect.stringContaining(
      `This user may not write into ${desk.cwd} (root acts as the owner of the data folder). Name a file in a folder where that user may write.`,
    ),
  ]);
});

asRoot("files of an import that root runs belong to the owner of the data folder", () => {
  nobodysFolder();
  const run = command("data", "import", "series", "DGS10", "dgs10.csv", "--data", "d");
  expect([run.status, run.stderr]).toEqual([0, expect.stringContaining(`the owner of ${at("d")}`)]);
  const made = readdirSync(at("d"), { recursive: true, encoding: "utf8" });
  expect(made).toEqual(expect.arrayContaining(["service.db", "documents"]));
  expect(made.filter((name) => statSync(at("d", name)).uid !== NOBODY)).toEqual([]);
});

asRoot("an import that root runs refuses a file that the data folder's owner may not read", () => {
  nobodysFolder(0o600);
  const run = command("data", "import", "series", "DGS10", "dgs10.csv", "--data", "d");
  expect([run.status, run.stderr]).toEqual([2, expect.stringContaining("dgs10.csv: this user may not read the file")]);
});

asRoot("a root-owned file in another user's folder is named with the command that fixes it", () => {
  chmodSync(desk.cwd, 0o755);
  mkdirSync(at("d", "documents", "ab"), { recursive: true });
  for (const name of ["d", "d/documents"]) chownSync(at(name), NOBODY, NOBODY);
  const run = command("data", "status", "--data", "d");
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/documents\/ab belongs to root, and \w+ cannot write it\. Type: sudo chown -R \w+ .*\/d\n/);
});

test("the data folder is --data, else SERVICE_DATA, else next to the program", () => {
  const env = { SERVICE_DATA: "named" };
  expect(dataFolder("d", { ...io, env })).toBe(at("d"));
  expect(dataFolder(undefined, { ...io, env })).toBe(at("named"));
  expect(dataFolder(undefined, io)).toBe(path.join(ROOT, ".service"));
  put("named", "");
  expect(() => dataFolder(undefined, { ...io, env })).toThrow(`SERVICE_DATA: expected a folder, but ${at("named")} is a file.`);
});

test.each(["ca.crt", "localhost.crt", "localhost.key"])("npm start makes its certificate again if %s is damaged, and says so", async (name) => {
  const folder = at("certificates");
  const first = await certificates(folder, Date.now());
  for (const damaged of ["garbage", ""]) {
    writeFileSync(path.join(folder, name), damaged);
    const again = await certificates(folder, Date.now());
    expect(() => createServer(again)).not.toThrow();
    expect(again.ca).not.toBe(first.ca);
    expect(renewalLine(again, 3000)).toMatch(/^The local https certificate was renewed \(the previous one was damaged\) and is not trusted yet\./);
  }
});

test("npm start announces a renewed certificate, but not a first or unchanged one", async () => {
  const folder = at("certificates");
  const first = await certificates(folder, Date.now());
  const kept = await certificates(folder, Date.now());
  expect([renewalLine(first, 3000), renewalLine(kept, 3000), kept.ca]).toEqual([undefined, undefined, first.ca]);
  const renewed = await certificates(folder, Date.now() + 360 * 86_400_000);
  expect(renewed.ca).not.toBe(first.ca);
  expect(renewalLine(renewed, 3000)).toMatch(/^The local https certificate was renewed \(.* until \d{4}-\d\d-\d\d\) .* For Excel, type: npm run excel\./);
});
