import type { LocalUpdate, PublisherUpdate } from "../../contract/local-update";
import { counted, withSeparators } from "../../contract/counted";

const rows = ({ added, changed }: Pick<PublisherUpdate, "added" | "changed">): string =>
  `${withSeparators(added)} new ${added === 1 ? "row" : "rows"}${changed > 0 ? `, ${withSeparators(changed)} changed` : ""}`;

/** One publisher's progress, after its name. */
export function publisherWords(publisher: PublisherUpdate): string {
  const { state, now, documents, feeds } = publisher;
  switch (state) {
    case "waiting":
      return documents > 0 ? `not finished · ${rows(publisher)}` : "waiting";
    case "running": {
      const at =
        !now || now.of === 0 ? undefined : now.bytes ? `${Math.floor((100 * now.done) / now.of)} % read` : `${now.done} of ${counted(now.of, "document")}`;
      const list = feeds.of > 1 ? `list ${Math.min(feeds.done + 1, feeds.of)} of ${feeds.of}` : undefined;
      const words = [list, at, ...(documents > 0 ? [rows(publisher)] : [])].filter((part) => part !== undefined);
      return words.length > 0 ? words.join(" · ") : "fetching…";
    }
    case "done":
      return `${counted(documents, "document")} · ${rows(publisher)}`;
    case "failed":
      return documents > 0 ? `partly failed · ${rows(publisher)}` : "failed";
    case "not_fetched":
      return "not fetched";
  }
}

/** How far an update is, in publishers. */
export const updateProgress = ({ publishers }: LocalUpdate): { readonly done: number; readonly of: number } => ({
  done: publishers.filter(({ state }) => state !== "waiting" && state !== "running").length,
  of: publishers.length,
});

/** The result of an update that has ended; undefined before the first. */
export function updateResultWords({ ended, message, publishers }: LocalUpdate): string | undefined {
  const added = publishers.reduce((n, p) => n + p.added, 0);
  const changed = publishers.reduce((n, p) => n + p.changed, 0);
  const failed = publishers.filter(({ state }) => state === "failed").length;
  switch (ended) {
    case undefined:
      return undefined;
    case "nothing_due":
      return "Everything is up to date: no publisher has published since the last update.";
    case "stopped":
      return `Cancelled. Complete documents are kept: ${rows({ added, changed })}.`;
    case "failed":
      return message ?? "The update failed.";
    case "done":
      if (failed > 0 && added + changed === 0)
        return `${failed} of ${counted(publishers.length, "publisher")} failed, and nothing new was imported. First steps lists the reasons.`;
      if (failed === 0) return `Done: ${rows({ added, changed })}. Cells with published data show it now.`;
      return `${failed} of ${counted(publishers.length, "publisher")} failed. The others: ${rows({ added, changed })}.`;
  }
}
