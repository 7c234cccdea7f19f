import type { IsoDate } from "../src/contract/dates";
import type { SourceId } from "../src/service/records/attribution";
import type { Dataset, RecordRow } from "../src/service/records/record";

/** A record that is known from its own day on, unless `more` says otherwise. */
export const recordRow = (dataset: Dataset, entity: string, date: IsoDate, source: SourceId, body: object, more: Partial<RecordRow> = {}): RecordRow => ({
  dataset,
  entity,
  date,
  key: "",
  known: date,
  body,
  source,
  ...more,
});
