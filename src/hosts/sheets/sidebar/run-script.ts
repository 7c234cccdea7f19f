import { createListeners } from "../../../pane/listeners";
import { refusalMessage } from "../../../pane/workbook";
import { CellsTaken, WorkbookRefusal } from "../../../workbook/workbook-refusal";
import type { SidebarCall, SidebarCalls, SidebarReply } from "../sidebar-calls";

/**
 * Calls `work` when the user comes back to the sidebar: the pointer enters it, it gets the focus, or its window is shown again. Google does not tell a sidebar
 * what happens in the spreadsheet. Returns a function that ends it.
 */
export function onReturn(work: () => void): () => void {
  const events = [
    [document, "visibilitychange"],
    [document.documentElement, "pointerenter"],
    [window, "focus"],
  ] as const;
  const shown = () => void (!document.hidden && work());
  for (const [target, event] of events) target.addEventListener(event, shown);
  return () => {
    for (const [target, event] of events) target.removeEventListener(event, shown);
  };
}

/** A message for anything thrown, also for a bug of the sidebar. */
export const scriptErrorWords = (e: unknown): string =>
  refusalMessage(e, "The sidebar failed for an unknown reason. Close it and open it again from the SERVICE menu.");

/** Calls the script. Rejects only with a `WorkbookRefusal`, whose message says what happened and what to do. */
export type RunScript = <Name extends SidebarCall>(name: Name, ...args: Parameters<SidebarCalls[Name]>) => Promise<ReturnType<SidebarCalls[Name]>>;

/** The used part of Google's `google.script.run`; each `with…` returns a new one. */
interface ScriptRun {
  withSuccessHandler(handler: (reply: unknown) => void): ScriptRun;
  withFailureHandler(handler: (error: unknown) => void): ScriptRun;
  serviceSidebar(name: string, args: readonly unknown[]): void;
}

/** Google's time limit for scripts. */
const MAX_MS = 6 * 60_000;

const scriptRun = (): ScriptRun | undefined => (globalThis as { google?: { script?: { run?: ScriptRun } } }).google?.script?.run;

const isReply = (reply: unknown): reply is SidebarReply => {
  const { ok, message } = (reply ?? {}) as { readonly ok?: unknown; readonly message?: unknown };
  return ok === true || (ok === false && typeof message === "string");
};

/** Google's error messages, and ours in their place. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [
    /PERMISSION_DENIED/i,
    "Google did not run the script, usually because the browser is signed in to several Google accounts. Open the spreadsheet in a window with one account.",
  ],
  [
    /authori[sz]ation|do(es)? not have permission|required permissions/i,
    "Google needs your permission first. Choose an item of the SERVICE menu, allow the request, then try again.",
  ],
  [/HTTP 0|NetworkError|connection failure/i, "Google could not be reached. Check the connection, then try again."],
  [/too many (times|scripts|simultaneous)|rate limit/i, "Too many of your scripts run at Google at once. Wait a minute, then try again."],
  [/maximum execution time/i, "Google stopped the script because it ran too long. Check what it has done, then try again."],
];

/** A message for an error. Arguments that Google quotes are removed, because one may be a key. */
function wordsOf(error: unknown, args: readonly unknown[]): string {
  const text = error instanceof Error ? error.message : typeof error === "string" ? error : "";
  const known = KNOWN.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  const secrets = args.filter((a): a is string => typeof a === "string" && a.length > 2);
  const quoted = secrets
    .reduce((rest, a) => rest.replaceAll(a, "…"), text)
    .replace(/^(\w*Error|Exception): /, "")
    .replace(/[.\s]+$/, "")
    .slice(0, 200);
  return `Google did not run the script${quoted === "" ? "" : `: ${quoted}`}. Try again; if this persists, reload the spreadsheet.`;
}

/**
 * One call of the script through `google.script.run`.
 * @param heard called with each valid reply
 */
const call = <Name extends SidebarCall>(
  name: Name,
  args: Parameters<SidebarCalls[Name]>,
  heard: (reply: SidebarReply) => void,
): Promise<ReturnType<SidebarCalls[Name]>> =>
  new Promise((resolve, reject) => {
    const run = scriptRun();
    if (!run) return reject(new WorkbookRefusal("This page works only in a Google spreadsheet. Open it there from the SERVICE menu."));
    const timer = setTimeout(
      () => reject(new WorkbookRefusal("The script did not answer within Google's limit of 6 minutes. Check what it has done, then try again.")),
      MAX_MS,
    );
    const failed = (error: unknown) => {
      clearTimeout(timer);
      reject(new WorkbookRefusal(wordsOf(error, args)));
    };
    const answered = (reply: unknown) => {
      clearTimeout(timer);
      if (!isReply(reply)) return reject(new WorkbookRefusal("The script's answer was invalid. Try again; if this persists, build and push the script again."));
      heard(reply);
      if (reply.ok) resolve(reply.value as ReturnType<SidebarCalls[Name]>);
      else reject(new (reply.isTaken ? CellsTaken : WorkbookRefusal)(reply.message));
    };
    try {
      // Google rejects arguments that contain undefined; JSON drops them.
      run
        .withSuccessHandler(answered)
        .withFailureHandler(failed)
        .serviceSidebar(name, JSON.parse(JSON.stringify(args)) as unknown[]);
    } catch (e) {
      failed(e);
    }
  });

export type Script = ReturnType<typeof createScript>;

/** The script, and the spreadsheet's day in its last reply. */
export function createScript() {
  const { notify, onChange } = createListeners();
  let last: Pick<SidebarReply, "asOf" | "asOfProblem"> = { asOf: "" };
  const heard = ({ asOf, asOfProblem }: SidebarReply): void => {
    if (asOf === undefined || asOf === last.asOf) return;
    last = { asOf, ...(asOfProblem === undefined ? {} : { asOfProblem }) };
    notify();
  };
  const run: RunScript = (name, ...args) => call(name, args, heard);
  return {
    run,
    /** The stored day or moment of all cells; undefined for now, and before the first reply. */
    asOf: (): string | undefined => (last.asOf === "" ? undefined : last.asOf),
    /** Why no cell can be answered as of it. */
    asOfProblem: (): string | undefined => last.asOfProblem,
    /** Calls the listener when one of these changes. Returns a function that removes it. */
    onChange,
  };
}
