import { existsSync } from "node:fs";
import { rebuild as rebuildRows } from "../../service/fetching/rebuild";
import { PUBLISHERS } from "../../service/publishers/all";
import { Mistyped } from "../io";
import { counted, withStore, type DataCall } from "./data-io";
import { publishersNamed } from "./publishers-named";

/** `data -- rebuild`: makes the rows again from the archive, for a parser that has learnt something; nobody is asked. */
export function rebuild({ words, database, io }: DataCall): void {
  if (!existsSync(database)) throw new Mistyped("rebuild: nothing is imported yet.");
  const named = publishersNamed("rebuild", words).map((p) => p.id);
  withStore(database, (store) => {
    const { publishers, documents } = rebuildRows(store, named.length > 0 ? named : [...PUBLISHERS.map((p) => p.id), "user"]);
    const more = named.length === 0 ? [] : publishers.filter((id) => !named.includes(id));
    io.out(`${counted(documents, "document")} read again from the archive, oldest first; the rows are made anew. Nobody was asked.`);
    if (more.length > 0) io.out(`Also read again, because they give values for the same series: ${more.join(", ")}.`);
  });
}
