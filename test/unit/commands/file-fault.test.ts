import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../../src/commands/data";
import { evalCommand } from "../../../src/commands/eval";
import { fileFault } from "../../../src/commands/file-fault";
import { copyDatabase } from "../../files";
import { itWithDisk, mountDisk } from "../../read-only-disk";
import { NOON } from "../../contract/service/service-under-test";
import { openStore } from "../../../src/service/store/store";

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "file-fault-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines: string[] = [];
const io = { cwd: tmpdir(), env: {}, now: () => NOON, out: (line: string) => void lines.push(line), err: (line: string) => void lines.push(line) };

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (e) {
    return e;
  }
}

it("says what a file-system error means and what to do", () => {
  const fault = (code: string) => fileFault(Object.assign(new Error(code), { code, path: "/data/key" }));
  expect(["EROFS", "ENOSPC", "EDQUOT", "EACCES", "EPERM"].map(fault)).toEqual([
    "nothing can be written into /data, because its disk is read-only. Mount it for writing, or name another data folder with --data",
    "the disk with /data is full. Free some space",
    "the disk with /data is full. Free some space",
    "this user has no permission for /data/key. Type the command as the owner of /data",
    "this user has no permission for /data/key. Type the command as the owner of /data",
  ]);
  expect([fileFault(new Error("other")), fileFault(thrownBy(() => writeFileSync(path.join(folder, "none", "key"), "")))]).toEqual([undefined, undefined]);
});

itWithDisk("names a read-only disk where a command creates a folder or the key", async () => {
  const disk = mountDisk(folder);
  try {
    const own = path.join(disk.folder, "data");
    mkdirSync(own, { mode: 0o700 });
    const made = path.join(folder, "service.db");
    openStore({ path: made }).close();
    copyDatabase(made, path.join(own, "service.db"));
    disk.readOnly();
    const readOnly = (of: string) =>
      `nothing can be written into ${of}, because its disk is read-only. Mount it for writing, or name another data folder with --data`;
    const formula = '=SERVICE.FRED("DGS10")';
    expect(fileFault(await evalCommand([formula, "--data", own], io).catch((e: unknown) => e))).toBe(readOnly(own));
    expect(fileFault(await evalCommand([formula, "--data", path.join(disk.folder, "none")], io).catch((e: unknown) => e))).toBe(readOnly(disk.folder));
  } finally {
    disk.unmount();
  }
});

it("ends the refusal of an unknown series with one full stop", async () => {
  expect(await data(["import", "series", "ZQXJ", "a.csv", "--data", folder], io)).toBe(2);
  expect(lines.at(-1)).toMatch(/^"ZQXJ" is not one of the \d+ series that this service serves\. docs\/functions\.md lists the series\.$/);
});
