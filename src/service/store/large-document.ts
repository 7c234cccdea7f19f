import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import type { LargeDocument } from "../records/large-document";

/** A document in memory, read as one that lies on a disk. */
export const documentOf = (name: string, bytes: Uint8Array): LargeDocument => ({
  name,
  size: bytes.length,
  read: (from, length) => bytes.subarray(from, from + length),
});

/** A file, read in pieces; it stays open until it is closed. */
export function openDocument(file: string, name = path.basename(file)): LargeDocument & { close(): void } {
  const fd = openSync(file, "r");
  const { size } = fstatSync(fd);
  return {
    name,
    size,
    // A damaged archive names places and lengths that the file does not have.
    read: (from, wanted) => {
      const length = Math.max(0, Math.min(wanted, size - from));
      const bytes = new Uint8Array(length);
      let read = 0;
      while (read < length) {
        const n = readSync(fd, bytes, read, length - read, from + read);
        if (n === 0) break;
        read += n;
      }
      return bytes.subarray(0, read);
    },
    close: () => closeSync(fd),
  };
}
