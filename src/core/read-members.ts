import { isIsoDate, isIsoMoment } from "../contract/dates";

/* Members of a reply. Details beside a value are dropped if they are malformed: a date that does not exist would mislead. */

export const textOf = (x: unknown): string | undefined => (typeof x === "string" && x !== "" ? x : undefined);
export const dayOf = (x: unknown): string | undefined => (typeof x === "string" && isIsoDate(x) ? x : undefined);
export const momentOf = (x: unknown): string | undefined => (typeof x === "string" && isIsoMoment(x) ? x : undefined);
export const numberOf = (x: unknown): number | undefined => (typeof x === "number" && Number.isFinite(x) ? x : undefined);
