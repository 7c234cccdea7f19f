import type { Failure } from "../../core/failure";
import { wordsFor } from "../../core/failure-words";
import { checkService } from "../../pane/account/check-service";
import type { PaneHost } from "../../pane/pane-host";
import { createConnection } from "../../web-page/connection";
import { fetchJson, fetchText, get, type FetchedText } from "../../web-page/http";
import { browserPlace, createKeyStore } from "../../web-page/key-store";
import { fetchLocalKey, localOriginOf } from "../../web-page/local-key";

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

const OPTIONS = {
  timeoutMs: TIMEOUT_MS,
  // A refusal names the parameter of a filter, the day or a column.
  words: (failure: Failure): string => (failure.code === "rejected" && failure.detail ? `The service refused this: ${failure.detail}` : failureWords(failure)),
};

/** What the page needs: the connection, with the key that the workbench stores, and requests. Does not expose the key. */
export interface ScreenerHost extends Pick<PaneHost, "connection" | "localOrigin" | "check" | "save" | "remove" | "useLocalKey" | "fetch" | "onChange"> {
  /** Sends a GET and returns the reply's text, for a file. */
  fetchFile(path: string): Promise<FetchedText>;
}

export function createScreenerHost(): ScreenerHost {
  const localOrigin = localOriginOf(location);
  const connection = createConnection({
    store: createKeyStore([browserPlace()]),
    localOrigin,
    fetchLocalKey,
    check: (baseUrl, key) => checkService(get, Date.now, baseUrl, key),
    // This page has no cells that wait for a key.
    setAccess: () => undefined,
    connected: () => undefined,
  });
  void connection.start();
  return {
    connection: connection.state,
    localOrigin,
    check: connection.check,
    save: connection.save,
    remove: connection.remove,
    useLocalKey: connection.useLocalKey,
    fetch: (path, signal) => fetchJson(connection.credentials(), path, { signal, ...OPTIONS }),
    fetchFile: (path) => fetchText(connection.credentials(), path, OPTIONS),
    onChange: connection.onChange,
  };
}
