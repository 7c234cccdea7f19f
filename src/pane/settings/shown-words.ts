import type { Shown } from "./show-cells-as";
import { counted } from "../../contract/counted";

/** What became of the cells after a choice, in sentences. */
export function shownWords({ again, left, refused }: Shown): readonly string[] {
  const said = [
    ...(again > 0 ? [`${counted(again, "cell")} calculated anew from answers at hand; nothing was asked for that was still good.`] : []),
    ...(left > 0 ? [`${counted(left, "cell")} ${left === 1 ? "keeps its" : "keep their"} look until the next Refresh: the answer is not at hand.`] : []),
    ...(refused.length > 0 ? [`${counted(refused.length, "cell")} could not be calculated: ${refused[0]?.why ?? ""}`] : []),
  ];
  return said.length > 0 ? said : ["There is no SERVICE formula in this workbook yet; the next ones show it."];
}
