import { statSync } from "node:fs";
import path from "node:path";
import { publisherOf } from "../../service/publishers/all";
import { ingestLarge, largeFeedOf, runSteps } from "../../service/ingest/ingest-large";
import { isoMoment } from "../../service/store/freshness";
import { openDocument } from "../../service/store/large-document";
import type { Publisher } from "../../service/publishers/publisher";
import type { LargeDocument } from "../../service/records/large-document";
import { RefusedFile } from "../../service/publishers/reading/text";
import { isZip } from "../../service/publishers/reading/zip";
import type { PiecesResult } from "../../service/store/pieces";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { counted } from "../../contract/counted";
import { RUN, withStore, type DataCall } from "./data-io";

const COPIED_AT_ONCE = 8 * 1024 * 1024;
/** Interval of progress lines. */
const PROGRESS_EVERY_MS = 5_000;
/** Maximum number of skipped parts to list. */
const NAMED = 20;

/** The archive to import, if the words name one that its publisher knows. @throws UsageError if other files are named with it. */
export function archiveNamed(
  [kind, ...names]: readonly string[],
  cwd: string,
): { readonly publisher: Publisher; readonly file: string; readonly name: string } | undefined {
  const publisher = publisherOf(kind?.toLowerCase() ?? "");
  if (!publisher?.feeds.some((f) => f.large)) return undefined;
  const found = names.find((name) => {
    const file = path.resolve(cwd, name);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    const document = openDocument(file);
    try {
      return isZip(document);
    } finally {
      document.close();
    }
  });
  if (found === undefined) return undefined;
  if (names.length > 1) throw new UsageError(`import ${publisher.id}: ${found} is an archive. Import it on its own: ${RUN} import ${publisher.id} ${found}`);
  return { publisher, file: path.resolve(cwd, found), name: found };
}

const percent = (done: number, of: number): string => `${Math.floor((100 * done) / Math.max(1, of))} %`;

function keep(store: Store, document: LargeDocument): string {
  const receiver = store.archive.receive();
  try {
    for (let at = 0; at < document.size; at += COPIED_AT_ONCE) receiver.write(document.read(at, COPIED_AT_ONCE));
  } catch (e) {
    receiver.drop();
    throw e;
  }
  return receiver.keep();
}

/** `data -- import` of a large archive: stores it unchanged, then imports it piece by piece in one transaction, with progress lines. */
export async function importArchive(call: DataCall, { publisher, file, name }: NonNullable<ReturnType<typeof archiveNamed>>): Promise<void> {
  const { io, folder } = call;
  const document = openDocument(file);
  try {
    const feed = largeFeedOf(publisher.feeds, document);
    await withStore(call, async (store) => {
      io.out(`${name}: ${feed.title}.`);
      const sha256 = keep(store, document);
      let lastLine = io.now();
      const progress = (done: number): void => {
        if (io.now() - lastLine < PROGRESS_EVERY_MS) return;
        lastLine = io.now();
        io.out(`  ${percent(done, document.size)} …`);
      };
      const incoming = { publisher: publisher.id, file: path.basename(file), sha256, document, feed };
      const taken = await runSteps(ingestLarge(store, "import", incoming, isoMoment(io.now())), progress, io.stop);
      if (!taken) throw new RefusedFile("It was stopped");
      printResult(io, taken);
      io.out(`Next, type: ${RUN} status${dataOption(folder)}`);
    });
  } catch (e) {
    if (e instanceof RefusedFile) throw new RefusedFile(`${name}${e.line === undefined ? "" : `, line ${e.line}`}: ${e.sentence}.`);
    throw e;
  } finally {
    document.close();
  }
}

function printResult(io: DataCall["io"], { added, changed, unchanged, first, newest, leftOut }: PiecesResult): void {
  io.out(`  ${"rows".padEnd(12)} ${added} new, ${changed} changed, ${unchanged} unchanged${first === undefined ? "" : `, ${first} to ${newest}`}`);
  if (leftOut.length === 0) return;
  io.out(`  ${counted(leftOut.length, "part")} skipped; their earlier rows stay:`);
  leftOut.slice(0, NAMED).forEach(({ part, why }) => io.out(`    ${part}: ${why}`));
  if (leftOut.length > NAMED) io.out(`    and ${leftOut.length - NAMED} more`);
}
