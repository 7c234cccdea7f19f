import type { IsoDate } from "../../contract/dates";
import { hash } from "./random";
import { wave } from "./waves";

/** A smooth wander between -1 and 1, different for each name and the same for each day. */
export const wander = (name: string, date: IsoDate): number => wave(name, date, 400);

/** A small jump of its own for each day, within ±1. */
export const jitter = (name: string, date: IsoDate): number => 2 * hash(name, "jitter", date) - 1;
