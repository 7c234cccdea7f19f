import { isIsoDate, isIsoMoment } from "../contract/dates";

/* Members of a reply. Details beside a value are dropped if they are malformed: a date that does not exist would mislead. */

export const readText = (x: unknown): string | undefined => (typeof x === "string" && x !== "" ? x : undefined);
export const readDay = (x: unknown): string | undefined => (typeof x === "string" && isIsoDate(x) ? x : undefined);
export const readMoment = (x: unknown): string | undefined => (typeof x === "string" && isIsoMoment(x) ? x : undefined);
export const readFinite = (x: unknown): number | undefined => (typeof x === "number" && Number.isFinite(x) ? x : undefined);
