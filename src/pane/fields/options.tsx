import type { ComponentChildren } from "preact";

/** The options of a select or a datalist, by their values. */
export const Options = ({ of }: { readonly of: readonly (readonly [value: string, words: ComponentChildren])[] }) => (
  <>
    {of.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </>
);
