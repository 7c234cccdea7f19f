import { inWords } from "../account/check-service";
import type { PaneHost } from "../pane-host";

/** What a person can send to whoever helps: counts and failures in words. Holds no key, because the host hands none out. */
export function diagnosticsText(host: PaneHost): string {
  const state = host.connection();
  const counts = Object.entries(host.stats()).map(([name, n]) => `${name} ${String(n)}`);
  const failures = host.failures().map((f) => `${inWords(new Date(f.at).toISOString())}  ${f.cell ?? "-"}  ${f.question}  ${f.message}`);
  return [
    "SERVICE diagnostics",
    `Runs in: ${host.environment()}`,
    `Connection: ${state.kind === "connected" ? `${state.baseUrl} (key: ${state.place})` : state.kind}`,
    `Counts: ${counts.join(", ")}`,
    failures.length > 0 ? `Failures, newest first:\n${failures.join("\n")}` : "No failures.",
  ].join("\n");
}
