import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import type { LargeDocument } from "../records/large-document";

/** Wraps bytes in memory as a large document. */
export const documentOf = (name: string, bytes: Uint8Array): LargeDocument => ({
  name,
  size: bytes.length,
  read: (from, length) => bytes.subarray(from, from + length),
});

/** Opens a file to read in pieces. The caller closes it. */
export function openDocument(file: string, name = path.basename(file)): LargeDocument & { close(): void } {
  const fd = openSync(file, "r");
  const { size } = fstatSync(fd);
  return {
    name,
    size,
    // A damaged archive may name offsets and lengths outside the file.
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
