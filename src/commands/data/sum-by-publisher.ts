import type { FeedUpdate } from "../../service/ingest/update-feed";
import type { Publisher } from "../../service/publishers/publisher";
import { tableOf } from "./table-of";

export interface EndedFeed {
  readonly publisher: string;
  readonly update: FeedUpdate;
}

/** Table of an update's results, one line per publisher. Empty for a single publisher: its feeds were printed. */
export function sumByPublisher(publishers: readonly Pick<Publisher, "id">[], ended: readonly EndedFeed[]): string[] {
  const lines = publishers.flatMap(({ id }) => {
    const updates = ended.filter((e) => e.publisher === id).map((e) => e.update);
    if (updates.length === 0) return [];
    const sum = (of: (u: FeedUpdate) => number): string => String(updates.reduce((n, u) => n + of(u), 0));
    const waiting = updates.filter((u) => u.waiting !== undefined).length;
    const failed = updates.filter((u) => u.failures.length > 0).length;
    const how = [...(failed > 0 ? [`${failed} failed`] : []), ...(waiting > 0 ? [`${waiting} not fetched`] : [])].join(", ") || "ok";
    return [[id, String(updates.length), sum((u) => u.documents), sum((u) => u.unchanged), sum((u) => u.added), sum((u) => u.changed), how]];
  });
  return lines.length < 2 ? [] : ["", ...tableOf(["publisher", "feeds", "documents", "unchanged", "new rows", "changed", "result"], lines)];
}
