import { Gunzip } from "fflate";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { putInPlace } from "../sqlite/open-file";
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

/** Receives a document piece by piece. End it with either `keep` or `drop`. */
export interface Receiver {
  write(bytes: Uint8Array): void;
  /** Stores the received bytes as one document. Returns its SHA-256. */
  keep(): string;
  drop(): void;
}

/** A document that is read in pieces from its start to its end. Reading an earlier place begins again. */
export type OpenText = Pick<LargeDocument, "name" | "read"> & { close(): void };

/** Stores every document as received, by its SHA-256, so that rows can be rebuilt without fetching. */
export interface Archive {
  /** Stores it, unless it is there. Returns its SHA-256. */
  put(bytes: Uint8Array): string;
  get(sha256: string): Uint8Array | undefined;
  /** True if `get` finds it. */
  has(sha256: string): boolean;
  /** Removes it, if it is there. For documents that no row comes from any more. */
  remove(sha256: string): void;
  /** The number of documents, large ones included, and their stored size in bytes. */
  size(): { readonly documents: number; readonly bytes: number };
  /** Receives a large document. It is compressed already, so it is stored as it is. */
  receive(): Receiver;
  /** Opens a large document. The caller closes it. */
  open(sha256: string, name: string): (LargeDocument & { close(): void }) | undefined;
  /** Receives a text of any size, and compresses what is written at once. `get` and `openText` find it. */
  receiveText(): Receiver;
  /** Opens a document that `get` finds, to read it from its start to its end. The caller closes it. */
  openText(sha256: string, name: string): OpenText | undefined;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Unpacked bytes that are passed over at once. */
const PASSED_AT_ONCE = 1024 * 1024;
/** Packed bytes that are unpacked at once. They may be a thousand times as many. */
const PACKED_AT_ONCE = 16 * 1024;

/** Unpacks a compressed document piece by piece. Damage throws, or shows in the SHA-256 of what is read. */
function unpacked(packed: LargeDocument & { close(): void }): OpenText {
  let ready: Uint8Array[] = [];
  let available = 0;
  /** The next byte to read: unpacked, and packed. */
  let [position, packedAt] = [0, 0];
  const gunzipFromStart = (): Gunzip =>
    new Gunzip((bytes) => {
      ready.push(bytes);
      available += bytes.length;
    });
  let gunzip = gunzipFromStart();
  const take = (wanted: number): Uint8Array => {
    while (available < wanted && packedAt < packed.size) {
      const bytes = packed.read(packedAt, PACKED_AT_ONCE);
      if (bytes.length === 0) break;
      packedAt += bytes.length;
      gunzip.push(bytes, packedAt >= packed.size);
    }
    const taken = new Uint8Array(Math.min(wanted, available));
    for (let at = 0; at < taken.length;) {
      const first = ready[0]!;
      const part = first.subarray(0, taken.length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length === first.length) ready.shift();
      else ready[0] = first.subarray(part.length);
    }
    available -= taken.length;
    position += taken.length;
    return taken;
  };
  return {
    name: packed.name,
    read: (from, length) => {
      if (from < position) {
        [ready, available, position, packedAt] = [[], 0, 0, 0];
        gunzip = gunzipFromStart();
      }
      while (position < from) if (take(Math.min(from - position, PASSED_AT_ONCE)).length === 0) break;
      return take(length);
    },
    close: packed.close,
  };
}

/** Receives a document in memory. */
function memoryReceiver(into: Map<string, Uint8Array>): Receiver {
  const came: Uint8Array[] = [];
  return {
    write: (bytes) => void came.push(bytes.slice()),
    keep: () => {
      const bytes = new Uint8Array(Buffer.concat(came));
      into.set(sha256Of(bytes), bytes);
      return sha256Of(bytes);
    },
    drop: () => void came.splice(0),
  };
}

/** An archive in memory, for one process. */
export function memoryArchive(): Archive {
  const kept = new Map<string, Uint8Array>();
  const large = new Map<string, Uint8Array>();
  const openIn = (documents: ReadonlyMap<string, Uint8Array>, sha256: string, name: string) => {
    const bytes = documents.get(sha256);
    return bytes && { ...documentOf(name, bytes), close: () => undefined };
  };
  return {
    put: (bytes) => {
      const sha256 = sha256Of(bytes);
      kept.set(sha256, bytes);
      return sha256;
    },
    get: (sha256) => kept.get(sha256),
    has: (sha256) => kept.has(sha256),
    remove: (sha256) => void kept.delete(sha256),
    size: () => {
      const all = [...kept.values(), ...large.values()];
      return { documents: all.length, bytes: all.reduce((n, b) => n + b.length, 0) };
    },
    receive: () => memoryReceiver(large),
    receiveText: () => memoryReceiver(kept),
    open: (sha256, name) => openIn(large, sha256, name),
    openText: (sha256, name) => openIn(kept, sha256, name),
  };
}

/** An archive in a folder: compressed files two levels deep, and large documents as received. A file is complete or absent, never partial. */
export function folderArchive(folder: string): Archive {
  const fileOf = (sha256: string, ending = "gz"): string => path.join(folder, sha256.slice(0, 2), `${sha256}.${ending}`);
  let received = 0;
  const receive = (ending: "gz" | "zip", pack: (bytes: Uint8Array) => Uint8Array): Receiver => {
    mkdirSync(folder, { recursive: true });
    const half = path.join(folder, `${process.pid}.${received++}.part`);
    const fd = openSync(half, "w");
    const hash = createHash("sha256");
    const drop = (): void => {
      closeSync(fd);
      rmSync(half, { force: true });
    };
    return {
      write: (bytes) => {
        hash.update(bytes);
        const packed = pack(bytes);
        for (let at = 0; at < packed.length;) at += writeSync(fd, packed, at);
      },
      keep: () => {
        const sha256 = hash.digest("hex");
        const file = fileOf(sha256, ending);
        if (existsSync(file)) drop();
        else {
          fsyncSync(fd);
          closeSync(fd);
          mkdirSync(path.dirname(file), { recursive: true });
          putInPlace(half, file);
        }
        return sha256;
      },
      drop,
    };
  };
  return {
    put: (bytes) => {
      const sha256 = sha256Of(bytes);
      const file = fileOf(sha256);
      if (existsSync(file)) return sha256;
      mkdirSync(path.dirname(file), { recursive: true });
      const half = `${file}.${process.pid}.part`;
      try {
        writeFileSync(half, gzipSync(bytes), { flush: true });
        putInPlace(half, file);
      } finally {
        rmSync(half, { force: true });
      }
      return sha256;
    },
    has: (sha256) => existsSync(fileOf(sha256)),
    remove: (sha256) => rmSync(fileOf(sha256), { force: true }),
    size: () => {
      const sum = { documents: 0, bytes: 0 };
      if (!existsSync(folder)) return sum;
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(gz|zip)$/.test(entry.name)) continue;
        sum.documents++;
        sum.bytes += statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
      }
      return sum;
    },
    get: (sha256) => (existsSync(fileOf(sha256)) ? new Uint8Array(gunzipSync(readFileSync(fileOf(sha256)))) : undefined),
    receive: () => receive("zip", (bytes) => bytes),
    receiveText: () => receive("gz", gzipSync),
    open: (sha256, name) => (existsSync(fileOf(sha256, "zip")) ? openDocument(fileOf(sha256, "zip"), name) : undefined),
    openText: (sha256, name) => (existsSync(fileOf(sha256)) ? unpacked(openDocument(fileOf(sha256), name)) : undefined),
  };
}
