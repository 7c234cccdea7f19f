import { zipSync } from "fflate";
import type { Parts } from "./unpack";

/** Fixed date of all entries, so that equal parts give equal files. Zip files store local times. */
const NO_TIME = new Date(1980, 0, 1);

/** The parts as one .xlsx file, in their order. Equal parts give equal bytes. */
export const pack = (parts: Parts): Uint8Array => zipSync(Object.fromEntries(parts), { level: 6, mtime: NO_TIME });
