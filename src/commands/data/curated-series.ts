import { RefusedFile } from "../../service/publishers/reading/text";
import { curated } from "../../service/publishers/own/series";
import { UsageError } from "../io";

/** The curated series of this id. @throws UsageError for an unknown id, with the nearest known ones. */
export function curatedSeries(id: string): ReturnType<typeof curated> {
  try {
    return curated(id);
  } catch (e) {
    throw e instanceof RefusedFile ? new UsageError(`${e.sentence} docs/functions.md lists the series.`) : e;
  }
}
