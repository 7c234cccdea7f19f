import { readFileSync } from "node:fs";
import path from "node:path";
import type { SpecificationItem } from "./read-specification";

/** An item with the tests that show it, as "file › title". Without any, `missing` says why. */
export interface CoveredItem extends SpecificationItem {
  readonly tests?: readonly string[];
  readonly missing?: string;
  /** Of a parameter: values to accept, values to refuse, and its default. */
  readonly accepts?: readonly string[];
  readonly refuses?: readonly string[];
  readonly default?: unknown;
  /** Address whose reply carries the caveat, or has the members of the record. */
  readonly at?: string;
  /** Members of the first row; those that begin with "meta." are in `meta`. */
  readonly members?: readonly string[];
}

/** Every item of the interface specification. docs/coverage.md is generated from it. */
export const SPECIFICATION = JSON.parse(readFileSync(path.join(__dirname, "specification.json"), "utf8")) as readonly CoveredItem[];
