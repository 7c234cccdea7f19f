import path from "node:path";
import { largest } from "../contract/lists";
import { wordsFor } from "../core/failure-words";

/** Formats a table for a terminal: heads, then rows, in aligned columns. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [heads, ...rows];
  const widths = heads.map((_, i) => largest(lines.map((r) => r[i]?.length ?? 0)));
  return lines.map((r) =>
    r
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** How the refresh command is typed here, by what it was started with: the installed `service-refresh`, its file, or npm. Options and words follow it. */
export function refreshAs(started: string | undefined): string {
  const name = path.basename(started ?? "");
  if (name === "service-refresh") return name;
  if (started === undefined || name !== "refresh.mjs") return "npm run -s refresh --";
  return `node ${/\s/.test(started) ? JSON.stringify(started) : started}`;
}

/** How the user types the refresh command. */
export const REFRESH = refreshAs(process.argv[1]);

/** Control characters, which could colour or hide lines, and those that turn the direction of a text or end a line. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** A text from a file or a service as a terminal may print it: control characters are replaced. */
export const printable = (text: string): string => text.replace(CONTROLS, "\ufffd");

/** The same for a text of several lines, with tabs. */
export const printableLines = (text: string): string => text.replace(CONTROLS, (control) => (control === "\n" || control === "\t" ? control : "\ufffd"));

/** Failure messages for a terminal. */
export const terminalWords = wordsFor({
  retry: "Run the command again",
  enterKey: (which) => `Set SERVICE_API_KEY to ${which} key`,
  noKey: "Set SERVICE_API_KEY to your key",
  unreachable: "The service cannot be reached. Check the connection and the address, then run the command again",
  address: "this address",
  correctAddress: "Correct --url",
  checkAddress: "Check --url",
  correctAsOf: "Correct --as-of",
  seePlan: "Contact the service operator",
});
