import { listingOf } from "../../../contract/functions/listing";
import { plain, specOf, type Figure } from "./figure";

const functionOf = ({ opens }: Figure) => (opens.kind === "form" ? specOf(opens.id)?.fn : undefined);

/** What tells this figure from others with its title: for a function the figure that it returns by default, for others their function. */
function ownTitle(figure: Figure): string {
  const fn = functionOf(figure);
  if (fn === undefined) return figure.title;
  const first = figure.isFunction ? listingOf(fn).fields[0] : undefined;
  return first ? `${figure.title}: ${plain(first.about)}` : `${figure.title} (${fn})`;
}

/** The figures with titles that tell them apart. A function's own title gives way to that of its field. */
export function withOwnTitles(figures: readonly Figure[]): readonly Figure[] {
  const known = new Map<string, Figure[]>();
  for (const figure of figures) known.set(figure.title, [...(known.get(figure.title) ?? []), figure]);
  return figures.map((figure) => {
    const others = (known.get(figure.title) ?? []).filter(({ key }) => key !== figure.key);
    const hasOwn = others.every((other) => other.isFunction && functionOf(other) === functionOf(figure));
    return hasOwn ? figure : { ...figure, title: ownTitle(figure) };
  });
}
