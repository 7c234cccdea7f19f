import type { Parameter } from "./declaration";

/** False for an optional argument. */
export const isRequired = (p: Parameter): boolean =>
  !((p.kind === "choice" && p.fallback !== undefined) || p.kind === "integer" || p.kind === "period" || ("optional" in p && p.optional === true));
