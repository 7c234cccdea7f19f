import { useEffect, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { addressOf } from "../../workbook/cell-address";
import { CopyButton } from "../export/copy-button";
import { useAttempt } from "../hooks/use-attempt";
import { Alert } from "../notices/alert";
import type { Workbook } from "../workbook";
import { bareCellsText, findBareCells, reversed, rewriteCells, rewrittenWords, type BareCell } from "./bare-cells";

/** Cells listed at once; the copied list has all. */
const MOST = 50;

interface BareCellsProps {
  readonly workbook: Workbook;
  readonly say: (sentence: string) => void;
}

/** Lists the cells with `SERVICE(entity, path)`, which this Excel does not know, and rewrites them on request. */
export function BareCells({ workbook, say }: BareCellsProps) {
  const [cells, setCells] = useState<readonly BareCell[] | undefined>();
  const [done, setDone] = useState<readonly BareCell[]>([]);
  const [words, setWords] = useState("");
  const { busy, problem, run } = useAttempt(say);

  const scan = async () => setCells(await findBareCells(workbook));
  useEffect(() => void run(scan, "The formulas could not be read. Check again."), [workbook]);

  const apply = (wanted: readonly BareCell[], keep: (rewritten: readonly BareCell[]) => readonly BareCell[]) =>
    void run(async () => {
      const { rewritten, refused } = await rewriteCells(workbook, wanted);
      setDone(keep(rewritten));
      setWords(rewrittenWords(rewritten.length, refused));
      say(rewrittenWords(rewritten.length, refused));
      await scan();
    }, "The formulas could not be rewritten. Try again.");

  const list = (label: string, listed: readonly BareCell[]) => (
    <>
      <ul class="bare-cells" aria-label={label}>
        {listed.slice(0, MOST).map(({ place, was, formula }) => (
          <li key={addressOf(place)}>
            {addressOf(place)}: <code>{was}</code> → <code>{formula}</code>
          </li>
        ))}
      </ul>
      {listed.length > MOST && <p class="quiet">{counted(listed.length - MOST, "more cell")} in the copied list.</p>}
    </>
  );

  return (
    <div class="note">
      <p>
        <code>=SERVICE(entity, path)</code> is not a function here. <code>=SERVICE.GET(entity, path)</code> returns the same.
      </p>
      {words !== "" && <p>{words}</p>}
      {done.length > 0 && (
        <>
          {list("Rewritten cells", done)}
          <div class="buttons">
            <CopyButton small text={() => bareCellsText(done)} copied="Copied the list of changes." say={say}>
              Copy the list of changes
            </CopyButton>
            <button type="button" class="small" aria-disabled={busy} onClick={() => apply(reversed(done), () => [])}>
              Undo the rewriting
            </button>
          </div>
        </>
      )}
      {cells !== undefined && cells.length === 0 && done.length === 0 && <p class="quiet">No cell of this workbook uses it.</p>}
      {cells !== undefined && cells.length > 0 && (
        <>
          <p>{counted(cells.length, "cell uses it:", "cells use it:")}</p>
          {list("Cells with SERVICE(entity, path)", cells)}
          <div class="buttons">
            <button type="button" class="small" aria-disabled={busy} onClick={() => apply(cells, (rewritten) => [...done, ...rewritten])}>
              Rewrite to SERVICE.GET
            </button>
            <CopyButton small text={() => bareCellsText(cells)} copied="Copied the list." say={say}>
              Copy the list
            </CopyButton>
          </div>
        </>
      )}
      <Alert message={problem} />
    </div>
  );
}
