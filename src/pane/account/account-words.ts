import { counted, withSeparators } from "../../contract/counted";
import type { Status } from "../../contract/wire";
import type { KeyPlace, PaneHost } from "../pane-host";
import type { Stats } from "../../core/calls/metrics";
import { ADDIN_VERSION } from "../version";
import { inWords } from "../../core/in-words";
import { paneWords } from "../pane-words";

/** The origin of a family's data. A family with published rows may serve sample data for other names. */
export function originInWords({ sample, real_names, newest_observation, stale, newest_sample, basis }: Status["families"][number]): string {
  if (basis === "none") return "no figures; cells show why";
  if (basis === "computed") return "computed from the others";
  if (real_names === 0) return sample ? `sample${newest_sample ? `, to ${newest_sample}` : ""}` : "no data";
  return `${real_names} published series${newest_observation ? `, to ${newest_observation}${stale ? " (too old)" : ""}` : ""}${sample ? "; the rest sample" : ""}`;
}

/** How many families there are, and how many have published rows. */
export function familiesSummary(families: Status["families"]): string {
  const published = families.filter((f) => f.real_names > 0).length;
  return `${counted(families.length, "data family", "data families")}${published > 0 ? `, ${published} with published figures` : ""}`;
}

/** Where the key is stored, without promising more safety than there is. */
export const KEY_PLACE_WORDS: Readonly<Record<KeyPlace, string>> = {
  office: "The key is stored unencrypted in Office's add-in storage on this device, for your profile. It is never in the workbook.",
  browser: "The key is stored unencrypted in this browser's storage on this device, for your profile. It is never in the workbook.",
  google: "Your key is saved unencrypted in your Google account for this script. It is never shown again and never in the spreadsheet.",
  memory: "This device does not let the add-in store a key. It stays in memory only; enter it again next time. It is never in the workbook.",
  local: "Connected with the local service's own key. It is fetched at each start and never stored.",
};

/** What batching and the cache have saved since the start, in sentences. */
export function savingsWords({ asked, fromCache, shared, requests, cells }: Stats): readonly string[] {
  if (asked === 0 && requests === 0) return ["No calls since this workbook was opened."];
  const sent = requests > 0 ? `${counted(cells, "cell")} in ${counted(requests, "request")}` : "No request was needed";
  const cached = fromCache > 0 ? `; ${withSeparators(fromCache)} answered from the cache` : "";
  const merged = shared > 0 ? `; ${withSeparators(shared)} duplicate requests merged` : "";
  const saved = asked - requests;
  return [`${sent}${cached}${merged}.`, ...(saved > 0 ? [`One request for each call would have been ${counted(asked, "request")} of your quota.`] : [])];
}

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
