import type { Parameter } from "./declaration";

/** False for an argument that may be left out. */
export const isRequired = (p: Parameter): boolean =>
  !((p.kind === "choice" && p.fallback !== undefined) || p.kind === "integer" || p.kind === "period" || ("optional" in p && p.optional === true));
