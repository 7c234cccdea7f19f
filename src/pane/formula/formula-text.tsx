import { Fragment } from "preact";

/** A formula that wraps after a bracket or comma, not within a name or date. */
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
