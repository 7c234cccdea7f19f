import { RefusedFile } from "../../service/publishers/reading/refused-file";
import { curated } from "../../service/publishers/own/series";
import { UsageError } from "../io";

/** @throws UsageError for an id that the service does not serve, with the nearest that it does. */
export function curatedOr(id: string): ReturnType<typeof curated> {
  try {
    return curated(id);
  } catch (e) {
    throw e instanceof RefusedFile ? new UsageError(`${e.sentence}. docs/functions.md lists the series.`) : e;
  }
}
