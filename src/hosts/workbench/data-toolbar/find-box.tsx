import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../../contract/counted";
import type { Finder, ReplacedCells, Search } from "./find-cells";
import { focusCell } from "../keys/region-keys";

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

/** What the buttons and keys of the box do, and the words that say what was done. */
function useFinding(finder: Finder, replaces: boolean) {
  const [search, setSearch] = useState<Search>({ text: "", matchCase: false, wholeCell: false, lookIn: "formulas", within: "sheet" });
  const [replacement, setReplacement] = useState("");
  const [words, setWords] = useState("");
  // A replacement changes what is typed, not what is shown.
  const asked: Search = replaces ? { ...search, lookIn: "formulas" } : search;
  const notFound = (): string => {
    if (search.text === "") return "Type the text to find.";
    const further = search.within === "sheet" ? " Look in the whole workbook, or check the text." : " Check the text and the options.";
    return `No cell has this text.${further}`;
  };
  return {
    search,
    replacement,
    words,
    setReplacement,
    change: (part: Partial<Search>): void => {
      setSearch({ ...search, ...part });
      setWords("");
    },
    go: (back: boolean): void => {
      const at = finder.go(asked, back);
      setWords(at === undefined ? notFound() : `${at} of ${cells(finder.count(asked))} with this text.`);
    },
    replace: (): void => {
      const done = finder.replace(asked, replacement);
      const at = finder.go(asked, false);
      if (done.cells + done.broken === 0) setWords(at === undefined ? notFound() : `${at} has this text. Press Replace to change it.`);
      else setWords(`${replacedWords(done)}${at === undefined ? " No other cell has this text." : ` Next: ${at}.`}`);
    },
    replaceAll: (): void => {
      const done = finder.replaceAll(asked, replacement);
      setWords(done.cells + done.broken === 0 ? notFound() : `${replacedWords(done)}${done.cells > 0 ? " Ctrl+Z in the grid undoes this." : ""}`);
    },
  };
}

/** A list of options of the box. */
function Options<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly of: Readonly<Record<T, string>>;
  readonly choose: (value: T) => void;
}) {
  return (
    <label>
      {props.label}
      <select value={props.value} onChange={(e) => props.choose(e.currentTarget.value as T)}>
        {Object.entries<string>(props.of).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The box for finding and replacing in cells, at the top of the grid. It is not modal. */
export function FindBox({ finder, replaces, close }: FindBoxProps) {
  const { search, replacement, words, setReplacement, change, go, replace, replaceAll } = useFinding(finder, replaces);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), [replaces]);
  const leave = (): void => {
    close();
    focusCell();
  };
  const keys = (e: KeyboardEvent): void => {
    if (e.key === "Escape") leave();
    else if (e.key === "Enter" && e.target instanceof HTMLInputElement && e.target.type === "text") {
      e.preventDefault();
      if (e.target === field.current) go(e.shiftKey);
      else replace();
    }
  };
  const text = { type: "text", autocomplete: "off", spellcheck: false } as const;
  const check = (name: "matchCase" | "wholeCell", label: string) => (
    <label class="wb-find-check">
      <input type="checkbox" checked={search[name]} onChange={(e) => change({ [name]: e.currentTarget.checked })} />
      {label}
    </label>
  );
  const button = (label: string, press: () => void, look?: string) => (
    <button type="button" class={look} onClick={press}>
      {label}
    </button>
  );
  return (
    <form class="wb-find" role="search" aria-label="Find and replace" onKeyDown={keys} onSubmit={(e) => e.preventDefault()}>
      <label>
        Find
        <input ref={field} {...text} value={search.text} onInput={(e) => change({ text: e.currentTarget.value })} />
      </label>
      {replaces && (
        <label>
          Replace with
          <input {...text} value={replacement} onInput={(e) => setReplacement(e.currentTarget.value)} />
        </label>
      )}
      <div class="wb-find-row">
        <Options label="Within" value={search.within} of={{ sheet: "Sheet", workbook: "Workbook" }} choose={(within) => change({ within })} />
        {!replaces && <Options label="Look in" value={search.lookIn} of={{ formulas: "Formulas", values: "Values" }} choose={(lookIn) => change({ lookIn })} />}
      </div>
      <div class="wb-find-row">
        {check("matchCase", "Match case")}
        {check("wholeCell", "Entire cell")}
      </div>
      <div class="wb-find-row">
        {button("Next", () => go(false))}
        {button("Previous", () => go(true))}
        {replaces && button("Replace", replace)}
        {replaces && button("Replace all", replaceAll)}
        {button("Close", leave, "wb-quiet")}
      </div>
      <p role="status">{words}</p>
    </form>
  );
}
