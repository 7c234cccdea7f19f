import { WorkbookRefusal } from "../../../pane/workbook";
import type { SidebarCall, SidebarCalls, SidebarReply } from "../sidebar-calls";

/** Asks the script. Rejects with a `WorkbookRefusal` only: its message is for the person, and says what happened and what to do. */
export type RunScript = <Name extends SidebarCall>(name: Name, ...args: Parameters<SidebarCalls[Name]>) => Promise<ReturnType<SidebarCalls[Name]>>;

/** The script itself said nothing, so what was asked may have been done or not. */
export class NoAnswer extends WorkbookRefusal {}

/** What is used of Google's `google.script.run`; each `with…` gives a new one. */
interface ScriptRun {
  withSuccessHandler(handler: (reply: unknown) => void): ScriptRun;
  withFailureHandler(handler: (error: unknown) => void): ScriptRun;
  serviceSidebar(name: string, args: readonly unknown[]): void;
}

/** Google ends every script after this long. */
const LONGEST_MS = 6 * 60_000;

const scriptRun = (): ScriptRun | undefined => (globalThis as { google?: { script?: { run?: ScriptRun } } }).google?.script?.run;

const isReply = (reply: unknown): reply is SidebarReply => {
  const { ok, message } = (reply ?? {}) as { readonly ok?: unknown; readonly message?: unknown };
  return ok === true || (ok === false && typeof message === "string");
};

/** Google's own words for what went wrong, and ours. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [
    /PERMISSION_DENIED/i,
    "Google did not let this sidebar run its script. That happens where the browser is signed in to several Google accounts: open the spreadsheet in a window that is signed in to one account only.",
  ],
  [
    /authori[sz]ation|do(es)? not have permission|required permissions/i,
    "Google wants your permission first. Open the menu SERVICE, choose anything in it, and allow what Google asks; then try again.",
  ],
  [/HTTP 0|NetworkError|connection failure/i, "Google could not be reached. Check the connection, then try again."],
  [/too many (times|scripts|simultaneous)|rate limit/i, "Google says that too many scripts of yours run at once. Wait a minute, then try again."],
  [/maximum execution time/i, "Google stopped the script because it ran for too long. Look whether it has done what you asked, then try again."],
];

/** Whatever Google quotes, what was handed over (a key) is not repeated. */
function wordsOf(error: unknown, args: readonly unknown[]): string {
  const said = error instanceof Error ? error.message : typeof error === "string" ? error : "";
  const known = KNOWN.find(([pattern]) => pattern.test(said));
  if (known) return known[1];
  const own = args.filter((a): a is string => typeof a === "string" && a.length > 2);
  const quoted = own
    .reduce((text, a) => text.replaceAll(a, "…"), said)
    .replace(/^(\w*Error|Exception): /, "")
    .replace(/[.\s]+$/, "")
    .slice(0, 200);
  return `Google did not run the script${quoted === "" ? "" : `: ${quoted}`}. Try again; if it stays, reload the spreadsheet.`;
}

/** One call of the script through `google.script.run`. */
export const runScript: RunScript = (name, ...args) =>
  new Promise((resolve, reject) => {
    const run = scriptRun();
    if (!run) return reject(new NoAnswer("This page works beside a Google spreadsheet only. Open it there, from the menu SERVICE."));
    const timer = setTimeout(
      () =>
        reject(
          new NoAnswer("The script has not answered for 6 minutes, and Google lets none run longer. Look whether it has done what you asked, then try again."),
        ),
      LONGEST_MS,
    );
    const failed = (error: unknown) => {
      clearTimeout(timer);
      reject(new NoAnswer(wordsOf(error, args)));
    };
    const answered = (reply: unknown) => {
      clearTimeout(timer);
      if (!isReply(reply))
        reject(
          new NoAnswer("The script's answer was broken. Try again; if it stays, the sidebar and the script are of different versions: build and push anew."),
        );
      else if (reply.ok) resolve(reply.value as ReturnType<SidebarCalls[typeof name]>);
      else reject(new WorkbookRefusal(reply.message));
    };
    try {
      // Google refuses arguments that hold undefined; JSON leaves them out.
      run
        .withSuccessHandler(answered)
        .withFailureHandler(failed)
        .serviceSidebar(name, JSON.parse(JSON.stringify(args)) as unknown[]);
    } catch (e) {
      failed(e);
    }
  });
