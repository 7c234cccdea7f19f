import { type ComponentChildren, Fragment } from "preact";

/** Facts by their names. One that is undefined, false or empty is left out. */
export const Facts = ({ of }: { readonly of: readonly (readonly [name: string, fact: ComponentChildren])[] }) => (
  <dl>
    {of
      .filter(([, fact]) => fact)
      .map(([name, fact]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
  </dl>
);
