import type { PaneHost } from "../pane-host";
import { ADDIN_VERSION } from "../version";
import { inWords } from "../../core/in-words";
import { paneWords } from "../pane-words";

/** Diagnostics to send to support: versions, counts and failures. Contains no key, because the host exposes none. */
export function diagnosticsText(host: PaneHost, browser: string): string {
  const state = host.connection();
  const quota = host.quota();
  const { reasons, values } = host.display();
  const pairs = (counts: object) =>
    Object.entries(counts)
      .map(([name, n]) => `${name} ${String(n)}`)
      .join(", ");
  const failures = host.failures().map((f) => `${inWords(new Date(f.at).toISOString())}  ${f.cell ?? "-"}  ${f.question}  ${paneWords(f.failure)}`);
  return [
    "SERVICE diagnostics",
    `Version: ${ADDIN_VERSION}`,
    `Written: ${inWords(new Date(host.now()).toISOString())}`,
    `Runs in: ${host.environment()}${host.workbook() ? "" : ", without a workbook"}`,
    `Browser: ${browser}`,
    `Connection: ${state.kind === "connected" ? `${state.baseUrl} (key: ${state.place})` : state.kind}`,
    `Quota: ${quota ? pairs(quota) : "not known yet"}`,
    `Cells show: reasons as ${reasons}, values ${values}`,
    `Counts: ${pairs(host.stats())}`,
    failures.length > 0 ? `Failures, newest first:\n${failures.join("\n")}` : "No failures.",
  ].join("\n");
}
