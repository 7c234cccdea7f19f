import type { Color } from "./cell";

/** The red, green and blue of a colour, from 0 to 255. */
export const channelsOf = (color: string): number[] => (color.match(/[0-9a-f]{2}/gi) ?? []).map((hex) => parseInt(hex, 16));
export const colorOfChannels = (channels: readonly number[]): Color =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, "0").toUpperCase()).join("")}`;
