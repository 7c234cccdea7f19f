import { useEffect, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { addressOf } from "../../workbook/cell-address";
import { CopyButton } from "../export/copy-button";
import { useAttempt } from "../hooks/use-attempt";
import { refusalMessage, type Refused, type Watch, type Workbook } from "../workbook";
import { findServiceCalls, withoutBareCalls } from "../../workbook/formulas/service-calls";
import type { CellPlace, FormulaCell } from "../../workbook/cell";
import { tabSeparated, placeColumns } from "../export/copy-table";
import { Alert, Button } from "../elements";

/** A cell with `SERVICE(entity, path)`, and its formula with `SERVICE.GET`. */
interface BareCell {
  readonly place: CellPlace;
  readonly was: string;
  readonly formula: string;
}

/** Every cell of the workbook that calls a bare `SERVICE`. May reject with a `WorkbookRefusal`. */
async function findBareCells(workbook: Workbook, watch?: Watch): Promise<readonly BareCell[]> {
  return (await workbook.serviceCells("workbook", watch)).flatMap(({ sheet, row, column, formula }) => {
    const rewritten = withoutBareCalls(formula);
    return rewritten === undefined ? [] : [{ place: { sheet, row, column }, was: formula, formula: rewritten }];
  });
}

/** The rewriting back. */
const reversed = (cells: readonly BareCell[]): BareCell[] => cells.map(({ place, was, formula }) => ({ place, was: formula, formula: was }));

/** The cells as a table for the clipboard, with its heading. */
const bareCellsText = (cells: readonly BareCell[]): string =>
  tabSeparated([["Sheet", "Cell", "Old formula", "New formula"], ...cells.map(({ place, was, formula }) => [...placeColumns(place), was, formula])]);

function rewrittenWords(rewritten: number, refused: readonly Refused[]): string {
  const done = rewritten === 0 ? "No cell was rewritten." : `${counted(rewritten, "cell")} rewritten.`;
  const [first] = refused;
  if (!first) return done;
  return `${done} ${counted(refused.length, "cell was", "cells were")} left unchanged: ${first.why}`;
}

const UNREAD = "The formulas could not be read. Check again.";

/** Cells listed at once; the copied list has all. */
const MOST = 50;

interface LinesProps {
  readonly label: string;
  readonly cells: readonly { readonly place: CellPlace; readonly was: string; readonly formula?: string }[];
  /** Where the cells are that are not listed. */
  readonly rest: (more: string) => string;
}

/** Cells with their formulas, and what these become. */
const Lines = ({ label, cells, rest }: LinesProps) => (
  <>
    <ul class="points" aria-label={label}>
      {cells.slice(0, MOST).map(({ place, was, formula }) => (
        <li key={addressOf(place)}>
          {addressOf(place)}: <code>{was}</code>
          {formula !== undefined && (
            <>
              {" → "}
              <code>{formula}</code>
            </>
          )}
        </li>
      ))}
    </ul>
    {cells.length > MOST && <p class="quiet">{rest(counted(cells.length - MOST, "more cell"))}</p>}
  </>
);

const inCopy = (more: string): string => `${more} in the copied list.`;

/** Lists the cells with `SERVICE(entity, path)`, which this Excel does not know, and rewrites them on request. */
export function BareCells({ workbook, say }: { readonly workbook: Workbook; readonly say: (sentence: string) => void }) {
  const [cells, setCells] = useState<readonly BareCell[] | undefined>();
  const [done, setDone] = useState<readonly BareCell[]>([]);
  const [words, setWords] = useState("");
  const { busy, problem, run } = useAttempt(say);

  const scan = async () => setCells(await findBareCells(workbook));
  useEffect(() => void run(scan, UNREAD), [workbook]);

  const apply = (wanted: readonly BareCell[], keep: (rewritten: readonly BareCell[]) => readonly BareCell[]) =>
    void run(async () => {
      // Cells that have changed are left.
      const refused = await workbook.reenter(wanted);
      const left = new Set(refused.map(({ place }) => addressOf(place)));
      const rewritten = wanted.filter(({ place }) => !left.has(addressOf(place)));
      setDone(keep(rewritten));
      setWords(rewrittenWords(rewritten.length, refused));
      say(rewrittenWords(rewritten.length, refused));
      await scan();
    }, "The formulas could not be rewritten. Try again.");

  return (
    <div class="note">
      <p>
        <code>=SERVICE(entity, path)</code> is not a function here. <code>=SERVICE.GET(entity, path)</code> returns the same.
      </p>
      {words !== "" && <p>{words}</p>}
      {done.length > 0 && (
        <>
          <Lines label="Rewritten cells" cells={done} rest={inCopy} />
          <div class="buttons">
            <CopyButton small text={() => bareCellsText(done)} copied="Copied the list of changes." say={say}>
              Copy the list of changes
            </CopyButton>
            <Button class="small" aria-disabled={busy} words="Undo the rewriting" act={() => apply(reversed(done), () => [])} />
          </div>
        </>
      )}
      {cells !== undefined && cells.length === 0 && done.length === 0 && <p class="quiet">No cell of this workbook uses it.</p>}
      {cells !== undefined && cells.length > 0 && (
        <>
          <p>{counted(cells.length, "cell uses it:", "cells use it:")}</p>
          <Lines label="Cells with SERVICE(entity, path)" cells={cells} rest={inCopy} />
          <div class="buttons">
            <Button class="small" aria-disabled={busy} words="Rewrite to SERVICE.GET" act={() => apply(cells, (rewritten) => [...done, ...rewritten])} />
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

/** Microsoft requires function names of three characters, so a manifest with a namespace cannot have it. */
const SHORT = "SERVICE.RV";

/** Lists the cells that no manifest with a namespace can calculate. */
export function ShortNameCells({ workbook }: { readonly workbook: Workbook }) {
  const [cells, setCells] = useState<readonly FormulaCell[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    workbook.serviceCells("workbook").then(
      (all) => setCells(all.filter(({ formula }) => findServiceCalls(formula).some(({ id }) => id === SHORT))),
      (refusal) => setProblem(refusalMessage(refusal, UNREAD)),
    );
  }, [workbook]);
  return (
    <div class="note">
      <p>
        <code>{SHORT}</code> does not exist with the second manifest, because Excel requires function names of at least three characters.
        {cells.length > 0 && ` ${counted(cells.length, "cell uses", "cells use")} it and would show #NAME? there:`}
      </p>
      {cells.length > 0 && (
        <Lines
          label={`Cells with ${SHORT}`}
          cells={cells.map((cell) => ({ place: cell, was: cell.formula }))}
          rest={(more) => `And ${more}. The Audit tab lists all.`}
        />
      )}
      {problem !== "" && <p class="problem">{problem}</p>}
    </div>
  );
}
