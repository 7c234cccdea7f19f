import { kindOf } from "../../tables/kinds";
import type { Remembered } from "../../tables/settings";

/** What a table is called: the first line above it. */
export const titleOfTable = ({ id, memory }: Remembered): string => memory?.notes[0] ?? kindOf(memory?.kind ?? "")?.title ?? `Table ${id}`;
