import type { DisplayResult } from "./set-cell-display";
import { counted } from "../../contract/counted";

/** The effect of a new display on the cells, in sentences. */
export function displayResultWords({ recalculated, unchanged, refused }: DisplayResult): readonly string[] {
  const sentences = [
    ...(recalculated > 0 ? [`${counted(recalculated, "cell")} recalculated from cache.`] : []),
    ...(unchanged > 0 ? [`${counted(unchanged, "cell changes", "cells change")} at the next refresh: no cached answer.`] : []),
    ...(refused.length > 0 ? [`${counted(refused.length, "cell")} could not be calculated: ${refused[0]?.why ?? ""}`] : []),
  ];
  return sentences.length > 0 ? sentences : ["No SERVICE formulas yet. New ones use this display."];
}
