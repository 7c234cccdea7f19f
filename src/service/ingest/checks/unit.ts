import { outsideBounds } from "../../publishers/reading/unit-bounds";
import type { Check, Finding } from "./delivery";

/** Finds a value that a curated series cannot have in its own unit. */
export const unit: Check = ({ documents }) =>
  documents.flatMap(({ label, rows }): Finding[] => {
    for (const { series, date, value } of rows) {
      const sentence = outsideBounds(series, date, value);
      if (sentence !== undefined) return [{ file: label, sentence }];
    }
    return [];
  });
