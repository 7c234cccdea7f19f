import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate, zipSync } from "fflate";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { DamagedDirectory, readDirectory } from "../../../src/zip/directory";
import { replaceEntries } from "../../../src/zip/replace-entries";
import { partOf } from "../../corpus";
import { itWithSharedData } from "../../shared-data";

const texts = (archive: Uint8Array) => Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]));
const directoryOf = (archive: Uint8Array) =>
  readDirectory({ size: archive.length, read: (from: number, length: number) => archive.subarray(from, from + length) });
const replaced = (archive: Uint8Array, contents: Readonly<Record<string, string | undefined>>) =>
  replaceEntries(archive, new Map(Object.entries(contents).map(([name, text]) => [name, text === undefined ? undefined : strToU8(text)])));

const THREE = { a: "first", "folder/b": "second ".repeat(100), c: "third" };
const three = () =>
  zipSync(Object.fromEntries(Object.entries(THREE).map(([name, text]) => [name, strToU8(text)])), { mtime: new Date(2020, 1, 2), comment: "kept" });

/** An archive written as a stream: the sizes follow the data. */
function streamed(): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => void chunks.push(chunk));
  for (const [name, text] of Object.entries(THREE)) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(strToU8(text), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** The archive with 64-bit end records, as writers of streams add them. */
function withZip64End(archive: Uint8Array): Uint8Array {
  const { at, end, records } = directoryOf(archive);
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  for (const place of [24, 32]) wide.writeBigUInt64LE(BigInt(records.length), place);
  wide.writeBigUInt64LE(BigInt(end - at), 40);
  wide.writeBigUInt64LE(BigInt(at), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(end), 64);
  wide.writeUInt32LE(1, 72);
  const last = Buffer.from(archive.subarray(end));
  last.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([archive.subarray(0, end), wide, last]);
}

/** The archive with the position of its last entry in the 64-bit field of its directory record, as writers of large archives have it. */
function withZip64Place(archive: Uint8Array): Uint8Array {
  const { at, end, records } = directoryOf(archive);
  const last = records.at(-1)!;
  const wide = Buffer.alloc(12);
  wide.writeUInt16LE(1, 0);
  wide.writeUInt16LE(8, 2);
  wide.writeBigUInt64LE(BigInt(last.at), 4);
  const record = Buffer.from(last.record);
  const nameEnd = 46 + record.readUInt16LE(28);
  record.writeUInt16LE(12, 30);
  record.writeUInt32LE(0xffffffff, 42);
  const tail = Buffer.from(archive.subarray(end));
  tail.writeUInt32LE(end - at + 12, 12);
  return Buffer.concat([archive.subarray(0, end - record.length), record.subarray(0, nameEnd), wide, record.subarray(nameEnd), tail]);
}

const ARCHIVES = [
  ["an ordinary archive", three],
  ["an archive whose sizes follow the data", streamed],
  ["an archive with 64-bit end records", () => withZip64End(three())],
] as const;

test.each(ARCHIVES)("an entry is added to %s after the others, which keep their bytes", (_, make) => {
  const archive = make();
  const after = replaced(archive, { "new/é.xml": "fourth" });
  expect(texts(after)).toEqual({ ...THREE, "new/é.xml": "fourth" });
  const [before, now] = [directoryOf(archive), directoryOf(after)];
  expect(now.records.map(({ name }) => name)).toEqual([...Object.keys(THREE), "new/é.xml"]);
  expect(Buffer.from(after.subarray(0, now.records[3]!.at))).toEqual(Buffer.from(archive.subarray(0, before.at)));
});

test.each(ARCHIVES)("an entry of %s gets new contents, and all others keep their bytes", (_, make) => {
  const archive = make();
  expect(Buffer.from(replaceEntries(archive, new Map()))).toEqual(Buffer.from(archive));
  const after = replaced(archive, { "folder/b": "new" });
  expect(texts(after)).toEqual({ ...THREE, "folder/b": "new" });
  const [before, now] = [directoryOf(archive), directoryOf(after)];
  expect(now.records.map(({ name }) => name)).toEqual(Object.keys(THREE));
  const bytesOf = (all: Uint8Array, { records, at }: typeof now, i: number) => Buffer.from(all.subarray(records[i]!.at, records[i + 1]?.at ?? at));
  for (const i of [0, 2]) expect(bytesOf(after, now, i)).toEqual(bytesOf(archive, before, i));
  // Back to the old contents, twice: the same bytes.
  expect(Buffer.from(replaced(after, { "folder/b": "x" }))).toEqual(Buffer.from(replaced(archive, { "folder/b": "x" })));
});

test("an entry with a 64-bit position is found in its new place", () => {
  const after = replaced(withZip64Place(three()), { a: "a longer text than before" });
  const names = directoryOf(after).records.map(({ at, name }) => [name, strFromU8(after.subarray(at + 30, at + 30 + name.length))]);
  expect(names).toEqual(Object.keys(THREE).map((name) => [name, name]));
});

test("an entry that was not compressed gets the version that compression needs, in both of its headers", () => {
  const stored = zipSync(Object.fromEntries(Object.entries(THREE).map(([name, text]) => [name, strToU8(text)])), { level: 0 });
  for (const { record, at } of directoryOf(stored).records) for (const [bytes, place] of [[record, 6], [stored.subarray(at), 4]] as const) bytes.set([10, 0], place); // prettier-ignore
  const after = replaced(stored, { "folder/b": "new" });
  const versions = directoryOf(after).records.map(({ record, at }) => [record[6], after[at + 4]]);
  expect(versions).toEqual([
    [10, 10],
    [20, 20],
    [10, 10],
  ]);
});

test("an entry is removed, and the archive's comment and times stay", () => {
  const after = replaced(three(), { a: undefined, c: "3" });
  expect(texts(after)).toEqual({ "folder/b": THREE["folder/b"], c: "3" });
  expect(strFromU8(after.subarray(-4))).toBe(strFromU8(three().subarray(-4)));
  const timeOf = (archive: Uint8Array) => directoryOf(archive).records.map(({ record }) => Buffer.from(record.subarray(12, 16)).toString("hex"))[0];
  expect(timeOf(after)).toBe(timeOf(three()));
});

test("entries that overlap, and an archive that is cut off, are refused", () => {
  const { records } = directoryOf(three());
  const overlapping = Buffer.from(three());
  const second = overlapping.indexOf(records[1]!.record);
  overlapping.writeUInt32LE(records[0]!.at + 3, second + 42);
  expect(() => replaced(overlapping, { c: "3" })).toThrow(DamagedDirectory);
  expect(() => replaced(three().subarray(0, 150), { c: "3" })).toThrow(DamagedDirectory);
});

itWithSharedData("a part of each workbook of the corpus is replaced, and all other parts keep their bytes", (folder) => {
  const corpus = path.join(folder, "..", "workbooks", "corpus");
  const files = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((name) => /\.xls[xm]$/.test(name));
  let seen = 0;
  for (const name of partOf(files, 0.1, String)) {
    const archive = new Uint8Array(readFileSync(path.join(corpus, name)));
    let parts: Record<string, Uint8Array>;
    try {
      parts = unzipSync(archive);
    } catch {
      continue;
    }
    const part = Object.keys(parts).find((n) => n.endsWith("workbook.xml"));
    if (!part) continue;
    seen++;
    expect(Buffer.compare(replaceEntries(archive, new Map()), archive)).toBe(0);
    const after = unzipSync(replaceEntries(archive, new Map([[part, strToU8("<new/>")]])));
    expect([name, Object.keys(after)]).toEqual([name, Object.keys(parts)]);
    expect([name, Object.keys(parts).filter((n) => Buffer.compare(parts[n]!, after[n]!) !== 0)]).toEqual([name, [part]]);
  }
  expect(seen).toBeGreaterThan(20);
});
