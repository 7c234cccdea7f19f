import { counted } from "../../contract/counted";
import type { Status } from "../../contract/wire";

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
