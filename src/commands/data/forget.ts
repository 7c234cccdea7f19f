import { existsSync } from "node:fs";
import { isoOf } from "../../contract/dates";
import { openStore } from "../../service/store/store";
import { Mistyped } from "../io";
import { curatedOr } from "./curated-or";
import { RUN, type DataCall } from "./data-io";

/** Takes back what was imported for these series: they serve sample data again until they are imported anew. */
export function forget({ words: ids, database, io }: DataCall): void {
  if (ids.length === 0) throw new Mistyped(`forget: name at least one series, for example: ${RUN} forget DGS2`);
  const series = ids.map((id) => curatedOr(id).id);
  if (!existsSync(database)) throw new Mistyped("forget: nothing is imported yet.");
  const store = openStore({ path: database });
  try {
    let any = false;
    for (const id of series) {
      const gone = store.observations.forget(id, isoOf(io.now()));
      any ||= gone > 0;
      io.out(gone === 0 ? `${id}: nothing was imported.` : `${id}: ${gone} rows forgotten. It serves sample data until it is imported again.`);
    }
    // A publisher that says "nothing has changed" would keep the series from ever coming back.
    if (any) store.feeds.forgetDocuments();
  } finally {
    store.close();
  }
}
