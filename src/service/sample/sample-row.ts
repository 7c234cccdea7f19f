import type { IsoDate } from "../../contract/dates";
import type { StoredRecord } from "../records/record";

/** A sample row in the shape of an imported one, so that the same code reads both. */
export const sampleRow = <T>(entity: string, date: IsoDate, known: IsoDate, key: string, body: T): StoredRecord<T> => ({
  entity,
  date,
  known,
  key,
  body,
  source: "sample",
});
