import { existsSync } from "node:fs";
import { append } from "../../contract/lists";
import { groupsOf, rebuild as rebuildRows } from "../../service/fetching/rebuild";
import { PUBLISHERS } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/refused-file";
import { Mistyped } from "../io";
import { counted } from "../../service/families/counted";
import { withStore, type DataCall } from "./data-io";
import { incompleteInWords } from "./incomplete-in-words";
import { publishersNamed } from "./publishers-named";

/** `data -- rebuild`: makes the rows again from the archive, for a parser that has learnt something; nobody is asked. One that cannot be leaves the others alone. */
export function rebuild({ words, database, io }: DataCall): number {
  if (!existsSync(database)) throw new Mistyped("rebuild: nothing is imported yet.");
  const named = publishersNamed("rebuild", words).map((p) => p.id);
  return withStore(database, (store) => {
    const read = { publishers: [] as string[], documents: 0, incomplete: [] as string[] };
    let refused = 0;
    for (const group of groupsOf(store, named.length > 0 ? named : [...PUBLISHERS.map((p) => p.id), "user"])) {
      try {
        const { publishers, documents, incomplete } = rebuildRows(store, group);
        append(read.publishers, publishers);
        read.documents += documents;
        append(read.incomplete, incomplete);
      } catch (e) {
        if (!(e instanceof RefusedFile)) throw e;
        refused++;
        io.err(`Left as it was: ${e.message}.`);
      }
    }
    const more = named.length === 0 ? [] : read.publishers.filter((id) => !named.includes(id));
    if (read.documents > 0 || refused === 0)
      io.out(`${counted(read.documents, "document")} read again from the archive, oldest first; the rows are made anew. Nobody was asked.`);
    if (more.length > 0) io.out(`Also read again, because they give values for the same series or rest on these: ${more.join(", ")}.`);
    if (read.incomplete.length > 0) io.out(incompleteInWords(read.incomplete));
    return refused > 0 ? 1 : 0;
  });
}
