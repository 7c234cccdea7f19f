import { deflateSync, strFromU8, strToU8, unzipSync } from "fflate";
import { crcOf } from "../../src/zip/crc";
import { readDirectory } from "../../src/zip/directory";
import { replaceEntries } from "../../src/zip/replace-entries";
import { attributeOf, unescaped } from "./sheet-text";

/** The texts of a file's parts, by name as in the package: with slashes, without a leading one. */
export type Texts = ReadonlyMap<string, string>;

export const partOf = (entry: string): string => entry.replaceAll("\\", "/").replace(/^\//, "");

export const textsOf = (file: Uint8Array): Texts => new Map(Object.entries(unzipSync(file)).map(([name, bytes]) => [partOf(name), strFromU8(bytes)]));

const directoryOf = (archive: Uint8Array) =>
  readDirectory({ size: archive.length, read: (from: number, length: number) => archive.subarray(from, from + length) });

/** The bytes of each entry as they lie in the archive, header and compressed data, by name. */
export function entriesOf(archive: Uint8Array): Map<string, Buffer> {
  const { at, records } = directoryOf(archive);
  const inPlace = [...records].sort((a, b) => a.at - b.at);
  return new Map(inPlace.map((entry, i) => [partOf(entry.name), Buffer.from(archive.subarray(entry.at, inPlace[i + 1]?.at ?? at))]));
}

/** The archive with one more entry at its end. */
function withEntry(archive: Uint8Array, name: string, bytes: Uint8Array): Uint8Array {
  const { at, end, records } = directoryOf(archive);
  const [title, packed] = [strToU8(name), deflateSync(bytes)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crcOf(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, title, packed]);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(at, 10);
  const listed = Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), common, place, title]);
  const tail = Buffer.from(archive.subarray(end));
  for (const i of [8, 10]) tail.writeUInt16LE(records.length + 1, i);
  tail.writeUInt32LE(end - at + listed.length, 12);
  tail.writeUInt32LE(at + local.length, 16);
  return Buffer.concat([archive.subarray(0, at), local, archive.subarray(at, end), listed, tail]);
}

/** The file with these parts replaced or added; the other entries keep their bytes. */
export function withTexts(file: Uint8Array, texts: Texts): Uint8Array {
  const entries = directoryOf(file).records.map(({ name }) => name);
  const replaced = new Map(entries.flatMap((entry) => (texts.has(partOf(entry)) ? [[entry, strToU8(texts.get(partOf(entry))!)] as const] : [])));
  const known = new Set(entries.map(partOf));
  let archive = replaceEntries(file, replaced);
  for (const [name, text] of texts) if (!known.has(name)) archive = withEntry(archive, name, strToU8(text));
  return archive;
}

interface Target {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  /** The part; undefined if it is external. */
  readonly part: string | undefined;
}

export const relsOf = (part: string): string => part.replace(/([^/]*)$/, "_rels/$1.rels");

/** The relationships of a part, by a regular expression. */
export function targetsOf(texts: Texts, part: string): Target[] {
  const folder = part.split("/").slice(0, -1);
  return [...(texts.get(relsOf(part)) ?? "").matchAll(/<(?:[\w.-]+:)?Relationship\s[^>]*>/g)].map(([tag]) => {
    const target = unescaped(attributeOf(tag, "Target") ?? "");
    const steps = target.startsWith("/") ? [] : [...folder];
    for (const step of target.split("/"))
      if (step === "..") steps.pop();
      else if (step !== "" && step !== ".") steps.push(step);
    return {
      id: attributeOf(tag, "Id") ?? "",
      type: (attributeOf(tag, "Type") ?? "").split("/").at(-1)!,
      part: attributeOf(tag, "TargetMode") === "External" ? undefined : steps.join("/"),
    };
  });
}

/** The workbook's part. */
export const workbookOf = (texts: Texts): string => targetsOf(texts, "").find(({ type }) => type === "officeDocument")?.part ?? "xl/workbook.xml";

/** Names, ids and parts of the worksheets, in the order of the workbook. */
export function worksheetsOf(texts: Texts): { readonly name: string; readonly id: number; readonly part: string }[] {
  const workbook = workbookOf(texts);
  const targets = targetsOf(texts, workbook);
  return [...(texts.get(workbook) ?? "").matchAll(/<(?:[\w.-]+:)?sheet\s[^>]*>/g)].flatMap(([tag]) => {
    const found = targets.find(({ id, type }) => type === "worksheet" && id === attributeOf(tag, "[\\w.-]+:id"));
    const name = unescaped(attributeOf(tag, "name") ?? "");
    return found?.part !== undefined && texts.has(found.part) ? [{ name, id: Number(attributeOf(tag, "sheetId")), part: found.part }] : [];
  });
}
