import { RefusedFile } from "../../service/publishers/reading/refused-file";
import { curated } from "../../service/publishers/own/series";
import { Mistyped } from "../io";

/** @throws Mistyped for an id that the service does not serve, with the nearest that it does. */
export function curatedOr(id: string): ReturnType<typeof curated> {
  try {
    return curated(id);
  } catch (e) {
    throw e instanceof RefusedFile ? new Mistyped(`${e.sentence}. docs/functions.md lists the series.`) : e;
  }
}
