import { readFileSync } from "node:fs";
import path from "node:path";
import { checkDocument } from "../../src/commands/verification/second-reading/check-document";
import type { Comparison } from "../../src/commands/verification/second-reading/compare";
import { parseByFeed } from "../../src/service/ingest/ingest-document";
import { publisherOf } from "../../src/service/publishers/all";
import type { Parsed } from "../../src/service/publishers/publisher";
import { RefusedFile } from "../../src/service/publishers/reading/text";

/** After every release of the files. */
const SEEN = "2026-11-20";

/** What the service's own feed makes of a document; undefined if it refuses it. */
export function rowsOf(publisher: string, name: string, bytes: Uint8Array): Parsed | undefined {
  try {
    return parseByFeed(publisherOf(publisher)?.feeds ?? [], { name, bytes, seen: SEEN });
  } catch (e) {
    if (e instanceof RefusedFile) return undefined;
    throw e;
  }
}

/** Compares both readings of a document. Undefined if the service refuses it. */
export function readTwice(publisher: string, name: string, bytes: Uint8Array): Comparison | undefined {
  const rows = rowsOf(publisher, name, bytes);
  return rows && checkDocument(bytes, name, rows);
}

/** The publisher of a published file or of a case's input, by its folder or name. */
export const publisherOfFile = (file: string): string => (/finra|^shrt/.test(file) ? "finra" : /house|^ptr/.test(file) ? "house" : "sec");

export const bytesOf = (folder: string, file: string): Uint8Array => readFileSync(path.join(folder, file));
