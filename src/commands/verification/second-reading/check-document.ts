import { readAgain } from "../../../second-reading/read-again";
import type { Reading } from "../../../second-reading/reading";
import type { HoldingsReport } from "../../../service/records/holdings";
import type { RecordRow } from "../../../service/records/record";
import { compareHoldings, compareHouse, compareOwnership, compareShortInterest, compareStatements, type Comparison, tallyOf } from "./compare";

/** What the service's own feed makes of a document. */
interface RowsOfDocument {
  readonly records: readonly RecordRow[];
  readonly reports?: readonly HoldingsReport[];
}

/**
 * Compares what the service's feed makes of a document with a second reading of the same bytes, by other code. One document at a time, without a store.
 *
 * @param name of the document, for the sentences
 * @returns nothing compared for a document of a kind that is not read twice
 */
export function checkDocument(bytes: Uint8Array, name: string, { records, reports = [] }: RowsOfDocument): Comparison {
  const tally = tallyOf(name);
  const readings = readAgain(bytes);
  if (!readings) return tally.result();
  const of = <K extends Reading["kind"]>(...kinds: readonly K[]): Extract<Reading, { kind: K }>[] =>
    readings.filter((one): one is Extract<Reading, { kind: K }> => kinds.some((kind) => kind === one.kind));
  const facts = of("fact");
  if (facts.length > 0) compareStatements(facts, records, tally);
  compareHoldings(of("cover", "holding"), reports, tally);
  compareOwnership(of("ownership", "transaction"), records, tally);
  compareShortInterest(of("short interest"), records, tally);
  compareHouse(of("house trade"), records, tally);
  return tally.result();
}
