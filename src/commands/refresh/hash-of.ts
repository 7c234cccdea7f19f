import { createHash } from "node:crypto";

/** SHA-256 of a file's bytes, in hexadecimal digits. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
