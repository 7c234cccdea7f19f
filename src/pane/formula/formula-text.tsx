import { Fragment } from "preact";

/** A formula that a narrow pane breaks after a bracket or a comma, not within a name or a date. */
export const FormulaText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=[(,])/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part.length > 28 ? part : <span class="piece">{part}</span>}
      </Fragment>
    ))}
  </>
);
