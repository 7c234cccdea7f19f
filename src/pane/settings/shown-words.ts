import type { Shown } from "./show-cells-as";
import { counted } from "../../contract/counted";

/** What became of the cells after a choice, in sentences. */
export function shownWords({ again, left, refused }: Shown): readonly string[] {
  const said = [
    ...(again > 0 ? [`${counted(again, "cell")} recalculated from cache.`] : []),
    ...(left > 0 ? [`${counted(left, "cell")} ${left === 1 ? "keeps its" : "keep their"} display until the next refresh: no cached answer.`] : []),
    ...(refused.length > 0 ? [`${counted(refused.length, "cell")} could not be calculated: ${refused[0]?.why ?? ""}`] : []),
  ];
  return said.length > 0 ? said : ["No SERVICE formulas yet; new ones will show it."];
}
