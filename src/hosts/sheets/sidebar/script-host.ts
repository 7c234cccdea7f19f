import { STANDARD_DISPLAY } from "../../../core/cell-display";
import type { Checked } from "../../../core/check-reply";
import { createListeners } from "../../../pane/listeners";
import type { ConnectionState, PaneHost } from "../../../pane/pane-host";
import type { TabId } from "../../../pane/pane-view";
import { onReturn, type RunScript, type Script, scriptErrorWords } from "./run-script";
import { createScriptCells } from "./script-cells";
import { createScriptSpreadsheet } from "./script-spreadsheet";

/** What the script wrote into the page when it opened it. */
interface Opened {
  /** The service's address, set when the script is built; empty if none was given. */
  readonly service: string;
  /** True if the user has a saved key. */
  readonly hasKey: boolean;
  /** The tab to open; by default the pane chooses. */
  readonly tab: TabId | undefined;
}

/** The user's key, which the script saves and tests. */
interface ScriptKey extends Pick<PaneHost, "check" | "checkCurrent" | "save" | "remove" | "outage" | "keyProblem"> {
  isSaved(): boolean;
  /** The status of the service if the last test of the saved key succeeded. */
  status(): Extract<Checked, { ok: true }>["status"] | undefined;
}

/**
 * @param notify called when the key or what is known of it has changed
 * @param replaced called when another key is saved
 */
function createScriptKey(run: RunScript, hasKey: boolean, notify: () => void, replaced: () => void): ScriptKey {
  let saved = hasKey;
  /** The last test of the saved key. */
  let tested: { readonly at: number; readonly checked: Checked } | undefined;

  const checked = (test: Promise<Checked>): Promise<Checked> =>
    test.catch((e: unknown): Checked => ({ ok: false, failure: { code: "host", message: scriptErrorWords(e) } }));
  const put = (test: Checked | undefined): void => {
    tested = test && { at: Date.now(), checked: test };
    notify();
  };
  const failure = () => (saved && tested && !tested.checked.ok ? tested.checked.failure : undefined);
  const isOfKey = (code: string): boolean => code.endsWith("_key") || code === "key_refused" || code === "over_quota";

  return {
    isSaved: () => saved,
    status: () => (tested?.checked.ok ? tested.checked.status : undefined),
    check: (_, key) => checked(run("testKey", key)),
    checkCurrent: async () => {
      const test = await checked(run("testSavedKey"));
      put(test);
      return test;
    },
    save: async (_, key) => {
      const test = await checked(run("saveKey", key));
      if (!test.ok) return test;
      saved = true;
      replaced();
      put(test);
      return test;
    },
    remove: async () => {
      try {
        await run("removeKey");
      } catch (e) {
        return scriptErrorWords(e);
      }
      saved = false;
      put(undefined);
      return undefined;
    },
    outage: () => {
      const failed = failure();
      return failed && tested && !isOfKey(failed.code) && failed.code !== "host" ? { since: tested.at, failure: failed } : undefined;
    },
    keyProblem: () => {
      const failed = failure();
      return failed && isOfKey(failed.code) ? failed : undefined;
    },
  };
}

const NONE: ConnectionState = { kind: "none" };

/** The sidebar's host: the user's key and all requests are the script's, and cells are calculated at Google. */
export function createScriptHost({ run, ...script }: Script, { service, hasKey, tab }: Opened): PaneHost {
  const { notify, onChange } = createListeners();
  const { isSaved, status, ...key } = createScriptKey(run, hasKey, notify, () => cells.forget());
  const cells = createScriptCells(run, isSaved);
  const connected: ConnectionState = service === "" ? NONE : { kind: "connected", baseUrl: service, place: "google" };

  let asOf = script.asOf();
  script.onChange(() => {
    if (asOf !== script.asOf()) cells.forget();
    asOf = script.asOf();
    notify();
  });
  // The day may have been set in the menu or by another user. Without a reply, the last known one stays.
  const readDay = (): void => void run("asOf").catch(() => undefined);
  onReturn(readDay);
  if (hasKey) void key.checkCurrent();
  else readDay();

  return {
    ...key,
    environment: () => "sheets",
    workbook: () => undefined,
    spreadsheet: createScriptSpreadsheet(run, cells),
    now: () => Date.now(),
    localOrigin: undefined,
    builtFor: service,
    connection: () => (isSaved() ? connected : NONE),
    useLocalKey: async () => undefined,
    fetch: (path) => run("fetch", path).catch((e: unknown) => ({ ok: false, message: scriptErrorWords(e) })),
    cells,
    display: () => STANDARD_DISPLAY,
    setDisplay: () => undefined,
    asOf: script.asOf,
    asOfProblem: () => {
      const message = script.asOfProblem();
      return message === undefined ? undefined : { code: "host", message };
    },
    setAsOf: () => undefined,
    stats: () => ({ asked: 0, fromCache: 0, shared: 0, requests: 0, cells: 0, retries: 0, queued: 0, inFlight: 0, failures: 0 }),
    failures: () => [],
    quota: () => undefined,
    unanswered: () => 0,
    takeUnanswered: () => [],
    putBackUnanswered: () => undefined,
    probe: async () => false,
    localUpdate: async () => ({ ok: false, message: "Update the service on the computer that runs it." }),
    dataOrigin: {
      origin: () => {
        const { sample } = status() ?? {};
        return sample === undefined ? undefined : sample ? "partly_sample" : "published";
      },
      isFirstRun: () => false,
      renew: async () => undefined,
      onChange,
    },
    onShow: (listener) => {
      if (tab) listener(tab);
      return () => undefined;
    },
    onChange,
  };
}
