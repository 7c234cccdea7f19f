import { asOfText, type AsOf } from "../../../contract/as-of";
import { refreshBook } from "../../../hosts/refresh/refresh-book";
import type { Lock } from "../../../proof/lock";
import { lockOf } from "../../../proof/lock-of";
import { sha256Of } from "../../../service/store/archive";
import { VERSION } from "../../../service/store/version";
import { UsageError } from "../../io";
import { clientOver } from "../../service-client";
import { terminalWords } from "../../terminal-words";
import { secondEngine } from "../ironcalc-thread";
import { bookTime, serialOfTime } from "../local-time";
import { ownAsOf } from "../own-as-of";
import { counting, type TaskDesk } from "./task-desk";

/**
 * The lock that a refresh of a book would write now.
 *
 * @throws UsageError if the service answers nothing
 */
export async function lockNow({ file, now }: { readonly file: Uint8Array; readonly now: number }, desk: TaskDesk): Promise<Lock> {
  const localTime = bookTime(undefined, now);
  let own: AsOf | undefined;
  const result = await refreshBook(file, {
    asking: ({ settings }) => {
      own = ownAsOf(settings, () => now);
      return counting(clientOver(desk.host, { asOf: own, trace: true }), desk);
    },
    words: terminalWords,
    keepUnanswered: true,
    earlier: false,
    secondEngine,
    moment: serialOfTime(localTime),
    watch: desk.watch,
  });
  const [failure] = result.failures;
  if (failure || result.answers.size === 0)
    throw new UsageError(failure ? terminalWords(failure) : "The book has no call that the service answers, so there is nothing to trace.");
  const sha256 = sha256Of(file);
  return lockOf({ ...result, names: result.book.names, before: sha256, after: sha256, version: VERSION, localTime, asOf: own && asOfText(own) });
}
