import { momentText } from "../../contract/as-of";
import type { EvalReply, WireAnswer, WireDocument } from "../../contract/wire";
import { provenanceOf } from "../answers/answering";
import type { Context } from "../answers/context";
import type { Answer } from "../answers/family";
import type { RowsName } from "../store/freshness";
import type { NewestRead } from "../store/rows-read";
import { VERSION } from "../store/version";

/** Of each input of an answer, the row that became public last. */
export const tracedRows = (answer: Answer, newestOf: (names: readonly RowsName[]) => NewestRead | undefined): readonly NewestRead[] =>
  provenanceOf(answer).flatMap((name) => newestOf([name]) ?? []);

/** Names the rows of a reply's answers, and their documents. */
interface Traces {
  /** Adds the rows of an answer to it. */
  add(answer: WireAnswer, rows: readonly NewestRead[]): void;
  /** The members of `meta`. */
  meta(imports: number): Pick<EvalReply["meta"], "documents" | "import_position" | "moment" | "version">;
}

export function createTraces({ store, clock }: Context): Traces {
  const documents: WireDocument[] = [];
  const positions = new Map<number, number>();
  return {
    add: (answer, rows) => {
      const traced = rows.flatMap((row) => {
        const found = store.documentOf(row);
        if (!found) return [];
        const { id, publisher, file, sha256, seen, rules } = found;
        let document = positions.get(id);
        if (document === undefined) {
          positions.set(id, (document = documents.length));
          documents.push({ sha256, publisher, file, position: id, received: seen, ...(rules > 0 ? { rules } : {}) });
        }
        return [{ document, dataset: row.dataset ?? "observation", entity: row.entity, date: row.date, ...(row.key === "" ? {} : { key: row.key }) }];
      });
      if (traced.length > 0) answer.trace = traced;
    },
    meta: (imports) => ({ documents, import_position: imports, moment: momentText(clock.moment()), version: VERSION }),
  };
}
