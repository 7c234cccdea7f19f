import type { Shown } from "./show-cells-as";

const numbers = new Intl.NumberFormat("en-US");
const cells = (n: number): string => `${numbers.format(n)} ${n === 1 ? "cell" : "cells"}`;

/** What became of the cells after a choice, in sentences. */
export function shownWords({ again, left, refused }: Shown): readonly string[] {
  const said = [
    ...(again > 0 ? [`${cells(again)} calculated anew from answers at hand; nothing was asked for that was still good.`] : []),
    ...(left > 0 ? [`${cells(left)} ${left === 1 ? "keeps its" : "keep their"} look until the next Refresh: the answer is not at hand.`] : []),
    ...(refused.length > 0 ? [`${cells(refused.length)} could not be calculated: ${refused[0]?.why ?? ""}`] : []),
  ];
  return said.length > 0 ? said : ["There is no SERVICE formula in this workbook yet; the next ones show it."];
}
