import type { Failure } from "../../core/failure";
import { wordsFor } from "../../core/failure-words";
import { createUnanswered } from "../../core/calls/unanswered";
import { createListeners } from "../../pane/listeners";
import type { PaneHost } from "../../pane/pane-host";
import { onAnyChange } from "../../web-page/any-change";
import { connectPage } from "../../web-page/connection";
import { fetchJson, fetchText, probe, type FetchedText } from "../../web-page/http";
import { browserPlace } from "../../web-page/key-store";

/** The first request after an import computes the figures of every name: 2 ms each. */
const TIMEOUT_MS = 90_000;

const failureWords = wordsFor({
  retry: "Try again",
  enterKey: (which) => `Save ${which} key under API key`,
  noKey: "Add your API key",
  unreachable: "The service cannot be reached. Check the connection, and the base URL under API key",
  address: "the base URL",
  correctAddress: "Correct it under API key",
  checkAddress: "Check the base URL under API key",
  correctAsOf: "Choose another day",
  seePlan: "Contact the service operator",
});

const KEY_PROBLEMS: readonly Failure["code"][] = ["missing_key", "malformed_key", "unknown_key", "revoked_key", "key_refused", "over_quota"];

const OPTIONS = {
  timeoutMs: TIMEOUT_MS,
  // A refusal names the parameter of a filter, the day or a column.
  words: (failure: Failure): string => (failure.code === "rejected" && failure.detail ? `The service refused this: ${failure.detail}` : failureWords(failure)),
};

/** What the page needs: the connection, with the key that the workbench stores, and requests. Does not expose the key. */
export interface ScreenerHost extends Pick<
  PaneHost,
  "connection" | "localOrigin" | "check" | "save" | "remove" | "useLocalKey" | "fetch" | "onChange" | "outage" | "keyProblem" | "unanswered" | "probe" | "now"
> {
  /** Sends a GET and returns the reply's text, for a file. */
  fetchFile(path: string): Promise<FetchedText>;
}

export function createScreenerHost(): ScreenerHost {
  // This page has no cells that wait for a key.
  const { connection, localOrigin } = connectPage([browserPlace()], { setAccess: () => undefined, connected: () => undefined });
  void connection.start();
  const changed = createListeners();
  const unanswered = createUnanswered({ now: () => Date.now() });
  let keyProblem: Failure | undefined;
  const heard = (failure: Failure | undefined): void => {
    keyProblem = failure && KEY_PROBLEMS.includes(failure.code) ? failure : undefined;
    if (failure) unanswered.failed(failure, undefined);
    if (!failure || keyProblem) unanswered.answered();
    changed.notify();
  };
  return {
    connection: connection.state,
    localOrigin,
    check: connection.check,
    save: connection.save,
    remove: connection.remove,
    useLocalKey: connection.useLocalKey,
    fetch: (path, signal) => fetchJson(connection.credentials(), path, { signal, heard, ...OPTIONS }),
    fetchFile: (path) => fetchText(connection.credentials(), path, { heard, ...OPTIONS }),
    outage: unanswered.outage,
    keyProblem: () => keyProblem,
    unanswered: unanswered.count,
    probe: () => probe(connection.credentials()),
    now: () => Date.now(),
    onChange: onAnyChange(connection.onChange, changed.onChange),
  };
}
