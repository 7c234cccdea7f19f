import { buildSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { itWithDisk, mountDisk, type Disk } from "../read-only-disk";
import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";

const OLD = bookOf([dynamicCell("A1", '_xldudf_SERVICE_YIELD("10Y","2024-06-19")', "1")]);
const ELSEWHERE = "or write the refreshed book elsewhere with --out.";
const ROOT = path.resolve(__dirname, "../..");
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const desk = refreshDesk();
const isOld = (name: string): boolean => Buffer.compare(readFileSync(desk.at(name)), OLD) === 0;

describe("npm run refresh keeps what a book's file is", () => {
  it("a link to the book stays a link; the book that it names is replaced", async () => {
    mkdirSync(desk.at("real"));
    desk.put("real/b.xlsx", OLD);
    symlinkSync(path.join("real", "b.xlsx"), desk.at("link.xlsx"));
    expect(await desk.run("link.xlsx")).toBe(0);
    expect(lstatSync(desk.at("link.xlsx")).isSymbolicLink()).toBe(true);
    expect(isOld("real/b.xlsx")).toBe(false);
    expect(readdirSync(desk.at("real"))).toEqual(["b.xlsx"]);
  });

  it("permissions, also those of a backup and of a new file with --out; and its owner", async () => {
    desk.put("b.xlsx", OLD);
    chmodSync(desk.at("b.xlsx"), 0o640);
    if (isRoot) chownSync(desk.at("b.xlsx"), NOBODY, NOBODY);
    expect([await desk.run("--out", "new.xlsx", "b.xlsx"), await desk.run("--backup", "b.xlsx")]).toEqual([0, 0]);
    expect([isOld("b.bak.xlsx"), isOld("b.xlsx"), isOld("new.xlsx")]).toEqual([true, false, false]);
    for (const name of ["b.xlsx", "b.bak.xlsx", "new.xlsx"]) {
      const { mode, uid } = statSync(desk.at(name));
      expect([name, mode & 0o777, uid]).toEqual([name, 0o640, isRoot ? NOBODY : process.getuid?.()]);
    }
  });
});

describe("npm run refresh leaves a book as it was, and asks nothing,", () => {
  it("if its file is read-only; --dry-run and --out do not write it", async () => {
    desk.put("b.xlsx", OLD);
    chmodSync(desk.at("b.xlsx"), 0o444);
    expect(await desk.run("b.xlsx")).toBe(1);
    expect([desk.out(), desk.err()]).toEqual([[], [`b.xlsx: It is read-only. Make it writable, ${ELSEWHERE}`]]);
    expect(isOld("b.xlsx")).toBe(true);
    expect([await desk.run("--dry-run", "b.xlsx"), await desk.run("--out", "new.xlsx", "b.xlsx")]).toEqual([0, 0]);
    expect([isOld("b.xlsx"), isOld("new.xlsx")]).toEqual([true, false]);
  });

  it("if this user may not read it, write it, or write into its folder", () => {
    const folder = desk.at("books");
    const book = path.join(folder, "b.xlsx");
    mkdirSync(folder);
    desk.put("books/b.xlsx", OLD);
    chmodSync(desk.at("."), 0o755);
    const outfile = desk.at("trouble.cjs");
    const contents = `
      import { bookTrouble } from "./src/commands/refresh/book-trouble";
      const [book, out] = process.argv.slice(2);
      console.log(JSON.stringify([bookTrouble(book, undefined, true), bookTrouble(book, out, true), bookTrouble(book, undefined, false)].map((text) => text ?? "none")));`;
    buildSync({ absWorkingDir: ROOT, stdin: { contents, resolveDir: ROOT, loader: "ts" }, outfile, bundle: true, platform: "node", format: "cjs" });
    chmodSync(outfile, 0o644);
    // The superuser may do everything.
    const user = isRoot ? { uid: NOBODY, gid: NOBODY, cwd: "/" } : {};
    const troubles = (mode: number, folderMode: number): string[] => {
      chmodSync(book, mode);
      chmodSync(folder, folderMode);
      return JSON.parse(execFileSync(process.execPath, [outfile, book, path.join(folder, "new.xlsx")], { encoding: "utf8", ...user })) as string[];
    };
    const unreadable = "This user may not read it. Refresh it as its owner, or get permission to read it.";
    const unwritable = isRoot ? `This user may not write it. Refresh it as its owner, ${ELSEWHERE}` : `It is read-only. Make it writable, ${ELSEWHERE}`;
    const closed = `This user may not write into ${folder}. Refresh it as the owner of the folder, ${ELSEWHERE}`;
    try {
      expect(troubles(isRoot ? 0o660 : 0o000, 0o777)).toEqual([unreadable, unreadable, unreadable]);
      expect(troubles(isRoot ? 0o644 : 0o444, 0o777)).toEqual([unwritable, "none", "none"]);
      expect(troubles(0o666, 0o555)).toEqual([closed, closed, "none"]);
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  itWithDisk("if its disk is read-only or full", async () => {
    const disk: Disk = mountDisk(desk.at("."), 1);
    try {
      writeFileSync(path.join(disk.folder, "b.xlsx"), OLD);
      const free = disk.fill();
      expect(await desk.run("disk/b.xlsx")).toBe(1);
      expect([desk.out(), desk.err()]).toEqual([[], [`disk/b.xlsx: the disk with ${disk.folder} is full. Free some space.`]]);
      expect([isOld("disk/b.xlsx"), readdirSync(disk.folder).sort()]).toEqual([true, ["b.xlsx", "filler"]]);
      free();
      rmSync(path.join(disk.folder, "filler"));
      disk.readOnly();
      expect(await desk.run("disk/b.xlsx")).toBe(1);
      expect([desk.out(), desk.err()]).toEqual([[], [`disk/b.xlsx: The disk with ${disk.folder} is read-only. Mount it for writing, ${ELSEWHERE}`]]);
      expect(await desk.run("--dry-run", "disk/b.xlsx")).toBe(0);
      expect(await desk.run("--out", "new.xlsx", "disk/b.xlsx")).toBe(0);
      expect([isOld("disk/b.xlsx"), isOld("new.xlsx")]).toEqual([true, false]);
    } finally {
      disk.unmount();
    }
  });
});
