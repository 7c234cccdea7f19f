import { visibleAt } from "./publication";
import type { NewestRead } from "./rows-read";
import type { CachedReads, Columns } from "./read-cache";

/** The document of the archive that a row came in. */
export interface RowDocument {
  /** Its number in the import log. */
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  /** When it was received, as ISO 8601 in UTC. */
  readonly seen: string;
  /** The number of the rules by which its rows were read. */
  readonly rules: number;
}

/** Finds the document of a row as of one moment. Undefined for rows that no import brought. */
export type DocumentOf = (row: Pick<NewestRead, "dataset" | "entity" | "date" | "key">) => RowDocument | undefined;

const FILE = "f.id, f.publisher, f.file, f.sha256, f.seen, f.rules";
const document = ([id, publisher, file, sha256, seen, rules]: Columns): RowDocument => ({ id, publisher, file, sha256, seen, rules }) as RowDocument;

/** Prepares the reads. Returns them for any moment. */
export function createRowDocuments(cache: CachedReads): (moment: number) => DocumentOf {
  const ofObservation = cache
    .of("observation")
    .columns(`SELECT ${FILE} FROM observation JOIN import_file f ON f.id = import_id WHERE series = ?1 AND date = ?2 AND ${visibleAt(3)} LIMIT 1`, document);
  const ofRecord = cache.ofDataset.columns(
    `SELECT ${FILE} FROM record JOIN import_file f ON f.id = import_id
     WHERE dataset = ?1 AND entity = ?2 AND date = ?3 AND key = ?4 AND ${visibleAt(5)} ORDER BY known DESC LIMIT 1`,
    document,
  );
  // A quarter's total is made from all its reports: the one filed last.
  const ofHoldings = cache
    .of("holding")
    .columns(
      `SELECT ${FILE} FROM holdings_report JOIN import_file f ON f.id = import_id WHERE period = ?1 ORDER BY known DESC, holdings_report.id DESC LIMIT 1`,
      document,
    );
  return (moment) =>
    ({ dataset, entity, date, key }) => {
      if (dataset === "holding") return ofHoldings.get(date);
      return dataset === undefined ? ofObservation.get(entity, date, moment) : ofRecord.get(dataset, entity, date, key, moment);
    };
}
