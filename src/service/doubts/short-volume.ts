import type { ShortVolume } from "../records/short-volume";
import type { DoubtCheck } from "./doubt-check";

export const SHORT_VOLUME_CHECKS: readonly DoubtCheck<ShortVolume>[] = [
  {
    figure: "short_volume",
    bound: "at most total volume of the day",
    doubt: ({ short_volume, total_volume }) =>
      short_volume > total_volume ? `Short volume ${short_volume} is more than the total volume ${total_volume} of the day.` : undefined,
  },
];
