import type { IsoDate } from "../../contract/dates";
import { hash } from "./random";
import { wave } from "./waves";

/** A smooth wave between -1 and 1 with a period of 400 days, different for each name. */
export const wander = (name: string, date: IsoDate): number => wave(name, date, 400);

/** Random noise between -1 and 1, different for each name and day. */
export const jitter = (name: string, date: IsoDate): number => 2 * hash(name, "jitter", date) - 1;
