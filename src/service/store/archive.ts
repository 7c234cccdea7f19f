import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** Every document as it came, by its SHA-256, so that rows can be made again without asking anybody. */
export interface Archive {
  /** Keeps it, unless it is there; gives its SHA-256. */
  put(bytes: Uint8Array): string;
  get(sha256: string): Uint8Array | undefined;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Keeps nothing beyond the process. */
export function memoryArchive(): Archive {
  const kept = new Map<string, Uint8Array>();
  return {
    put: (bytes) => {
      const sha256 = sha256Of(bytes);
      kept.set(sha256, bytes);
      return sha256;
    },
    get: (sha256) => kept.get(sha256),
  };
}

/** Compressed files below this folder, two levels deep. A file is there whole or not at all. */
export function folderArchive(folder: string): Archive {
  const fileOf = (sha256: string): string => path.join(folder, sha256.slice(0, 2), `${sha256}.gz`);
  return {
    put: (bytes) => {
      const sha256 = sha256Of(bytes);
      const file = fileOf(sha256);
      if (existsSync(file)) return sha256;
      mkdirSync(path.dirname(file), { recursive: true });
      const half = `${file}.${process.pid}.part`;
      try {
        writeFileSync(half, gzipSync(bytes));
        renameSync(half, file);
      } finally {
        rmSync(half, { force: true });
      }
      return sha256;
    },
    get: (sha256) => (existsSync(fileOf(sha256)) ? new Uint8Array(gunzipSync(readFileSync(fileOf(sha256)))) : undefined),
  };
}
