import { useLayoutEffect, useRef } from "preact/hooks";
import { counted } from "../../../contract/counted";
import type { EditedText } from "./cell-editor";
import type { Suggested } from "./suggest";

export const LIST_ID = "wb-suggestions";
export const HELP_ID = "wb-argument-help";
export const optionId = (at: number): string => `wb-suggestion-${at}`;

interface BoxProps {
  readonly suggested: Suggested;
  /** Index of the entry that Enter accepts; -1 for none. */
  readonly active: number;
  readonly rect: EditedText["rect"];
  readonly choose: (at: number) => void;
}

const MARGIN = 8;
const GAP = 4;

/** The call with its arguments, of which the one at the caret is marked. */
function Signature({ call }: { readonly call: NonNullable<Suggested["call"]> }) {
  const { fn, argument } = call;
  return (
    <p class="wb-signature">
      {fn.name}(
      {fn.parameters.map((p, i) => {
        const shown = `${p.required ? p.name : `[${p.name}]`}${p.repeating ? ", …" : ""}`;
        const isHere = i === Math.min(argument, fn.parameters.length - 1) && p === call.parameter;
        return (
          <>
            {i > 0 && ", "}
            {isHere ? <strong>{shown}</strong> : shown}
          </>
        );
      })}
      )
    </p>
  );
}

function Help({ call, more }: { readonly call: NonNullable<Suggested["call"]>; readonly more: number }) {
  const { fn, parameter } = call;
  return (
    <div class="wb-help" id={HELP_ID}>
      <Signature call={call} />
      {parameter ? (
        <p>
          <strong>{parameter.name}</strong>
          {parameter.required ? "" : " (optional)"}: {parameter.about}
        </p>
      ) : (
        <p>{fn.parameters.length === 0 ? "It takes no arguments." : `${fn.name} takes no more arguments. Close the bracket.`}</p>
      )}
      {more > 0 && <p class="wb-more">{counted(more, "more value")}. Type a part of one to find it.</p>}
      {fn.example && (
        <p>
          Example: <code>{fn.example}</code>
        </p>
      )}
    </div>
  );
}

/** Suggestions and help below the edited cell, or above it if there is more room. The focus stays in the cell. */
export function SuggestionBox({ suggested: { list, more, call }, active, rect, choose }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.maxHeight = "";
    const { innerWidth, innerHeight } = window;
    const below = innerHeight - rect.bottom - GAP - MARGIN;
    const above = rect.top - GAP - MARGIN;
    const isBelow = element.offsetHeight <= below || below >= above;
    const height = Math.min(element.offsetHeight, Math.max(isBelow ? below : above, 80));
    element.style.maxHeight = `${height}px`;
    element.style.left = `${Math.max(MARGIN, Math.min(rect.left, innerWidth - element.offsetWidth - MARGIN))}px`;
    element.style.top = `${isBelow ? rect.bottom + GAP : rect.top - GAP - height}px`;
  });
  useLayoutEffect(() => {
    box.current?.querySelector(`#${optionId(Math.max(active, 0))}`)?.scrollIntoView({ block: "nearest" });
  }, [active, list]);
  return (
    // Without this, a press of the mouse would move the focus out of the cell and end its edit.
    <div ref={box} class="wb-suggest" onPointerDown={(e) => e.preventDefault()} onMouseDown={(e) => e.preventDefault()}>
      {list.length > 0 && (
        <ul id={LIST_ID} role="listbox" aria-label="Suggestions">
          {list.map(({ label, about }, i) => (
            <li key={label} id={optionId(i)} role="option" aria-selected={i === active} onClick={() => choose(i)}>
              <span class="wb-suggest-label">{label}</span> {about && <span class="wb-suggest-about">{about}</span>}
            </li>
          ))}
        </ul>
      )}
      {call && <Help call={call} more={more} />}
    </div>
  );
}
