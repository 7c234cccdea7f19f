import { useEffect, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import type { FormulaCell } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { findServiceCalls } from "../../workbook/service-calls";
import { refusalMessage, type Workbook } from "../workbook";

/** Cells listed at once. */
const MOST = 50;
/** Microsoft requires function names of three characters, so a manifest with a namespace cannot have it. */
const SHORT = "SERVICE.RV";

/** Lists the cells that no manifest with a namespace can calculate. */
export function ShortNameCells({ workbook }: { readonly workbook: Workbook }) {
  const [cells, setCells] = useState<readonly FormulaCell[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    workbook.serviceCells("workbook").then(
      (all) => setCells(all.filter(({ formula }) => findServiceCalls(formula).some(({ id }) => id === SHORT))),
      (refusal) => setProblem(refusalMessage(refusal, "The formulas could not be read. Check again.")),
    );
  }, [workbook]);
  return (
    <div class="note">
      <p>
        <code>{SHORT}</code> does not exist with the second manifest, because Excel requires function names of at least three characters.
        {cells.length > 0 && ` ${counted(cells.length, "cell uses", "cells use")} it and would show #NAME? there:`}
      </p>
      {cells.length > 0 && (
        <ul class="bare-cells" aria-label={`Cells with ${SHORT}`}>
          {cells.slice(0, MOST).map((cell) => (
            <li key={addressOf(cell)}>
              {addressOf(cell)}: <code>{cell.formula}</code>
            </li>
          ))}
        </ul>
      )}
      {cells.length > MOST && <p class="quiet">And {counted(cells.length - MOST, "more cell")}. The Audit tab lists all.</p>}
      {problem !== "" && <p class="problem">{problem}</p>}
    </div>
  );
}
