import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../../contract/counted";
import type { Finder, ReplacedCells, Search } from "./find-cells";
import { focusCell } from "../keys/regions";

interface FindBoxProps {
  readonly finder: Finder;
  /** Shows the field for the replacement too. */
  readonly replaces: boolean;
  readonly close: () => void;
}

const cells = (count: number): string => counted(count, "cell", "cells");

function replacedWords({ cells: changed, broken }: ReplacedCells): string {
  const left = broken > 0 ? ` ${cells(broken)} not changed, because a formula would not be complete. Check the replacement.` : "";
  return `${cells(changed)} changed.${left}`;
}

/** The box for finding and replacing in cells, at the top of the grid. It is not modal. */
export function FindBox({ finder, replaces, close }: FindBoxProps) {
  const [search, setSearch] = useState<Search>({ text: "", matchCase: false, wholeCell: false, lookIn: "formulas", within: "sheet" });
  const [replacement, setReplacement] = useState("");
  const [words, setWords] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), [replaces]);

  // A replacement changes what is typed, not what is shown.
  const asked: Search = replaces ? { ...search, lookIn: "formulas" } : search;
  const change = (part: Partial<Search>): void => {
    setSearch({ ...search, ...part });
    setWords("");
  };
  const notFound = (): string => {
    if (search.text === "") return "Type the text to find.";
    const further = search.within === "sheet" ? " Look in the whole workbook, or check the text." : " Check the text and the options.";
    return `No cell has this text.${further}`;
  };
  const go = (back: boolean): void => {
    const at = finder.go(asked, back);
    setWords(at === undefined ? notFound() : `${at} of ${cells(finder.count(asked))} with this text.`);
  };
  const replace = (): void => {
    const done = finder.replace(asked, replacement);
    const at = finder.go(asked, false);
    if (done.cells + done.broken === 0) setWords(at === undefined ? notFound() : `${at} has this text. Press Replace to change it.`);
    else setWords(`${replacedWords(done)}${at === undefined ? " No other cell has this text." : ` Next: ${at}.`}`);
  };
  const replaceAll = (): void => {
    const done = finder.replaceAll(asked, replacement);
    setWords(done.cells + done.broken === 0 ? notFound() : `${replacedWords(done)}${done.cells > 0 ? " Ctrl+Z in the grid undoes this." : ""}`);
  };
  const keys = (e: KeyboardEvent): void => {
    if (e.key === "Escape") {
      close();
      focusCell();
    } else if (e.key === "Enter" && e.target instanceof HTMLInputElement && e.target.type === "text") {
      e.preventDefault();
      if (e.target === field.current) go(e.shiftKey);
      else replace();
    }
  };
  const check = (name: "matchCase" | "wholeCell", label: string) => (
    <label class="wb-find-check">
      <input type="checkbox" checked={search[name]} onChange={(e) => change({ [name]: e.currentTarget.checked })} />
      {label}
    </label>
  );
  return (
    <form class="wb-find" role="search" aria-label="Find and replace" onKeyDown={keys} onSubmit={(e) => e.preventDefault()}>
      <label>
        Find
        <input ref={field} type="text" value={search.text} autocomplete="off" spellcheck={false} onInput={(e) => change({ text: e.currentTarget.value })} />
      </label>
      {replaces && (
        <label>
          Replace with
          <input type="text" value={replacement} autocomplete="off" spellcheck={false} onInput={(e) => setReplacement(e.currentTarget.value)} />
        </label>
      )}
      <div class="wb-find-row">
        <label>
          Within
          <select value={search.within} onChange={(e) => change({ within: e.currentTarget.value as Search["within"] })}>
            <option value="sheet">Sheet</option>
            <option value="workbook">Workbook</option>
          </select>
        </label>
        {!replaces && (
          <label>
            Look in
            <select value={search.lookIn} onChange={(e) => change({ lookIn: e.currentTarget.value as Search["lookIn"] })}>
              <option value="formulas">Formulas</option>
              <option value="values">Values</option>
            </select>
          </label>
        )}
      </div>
      <div class="wb-find-row">
        {check("matchCase", "Match case")}
        {check("wholeCell", "Entire cell")}
      </div>
      <div class="wb-find-row">
        <button type="button" onClick={() => go(false)}>
          Next
        </button>
        <button type="button" onClick={() => go(true)}>
          Previous
        </button>
        {replaces && (
          <>
            <button type="button" onClick={replace}>
              Replace
            </button>
            <button type="button" onClick={replaceAll}>
              Replace all
            </button>
          </>
        )}
        <button
          type="button"
          class="wb-quiet"
          onClick={() => {
            close();
            focusCell();
          }}
        >
          Close
        </button>
      </div>
      <p role="status">{words}</p>
    </form>
  );
}
