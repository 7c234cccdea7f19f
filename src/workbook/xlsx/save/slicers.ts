import { withContents, withoutParts } from "../edit-package";
import { partNamed, relationshipId, relationshipsOf, sheetParts } from "../package-parts";
import { xmlText, elementsInText, localName } from "../read-xml";
import type { Parts } from "../unpack";
import { withoutElements } from "../without-elements";

/** Tables and pivot tables that are plain cells now, or deleted. */
interface Dissolved {
  /** Ids of tables. */
  readonly tables: ReadonlySet<string>;
  /** Names of pivot tables. */
  readonly pivots: ReadonlySet<string>;
}

interface Cache {
  readonly id: string;
  readonly part: string;
  readonly name: string;
  /** True if it filters nothing else. */
  readonly isGone: boolean;
}

/** The caches of slicers that filter these tables. */
function cachesOf(parts: Parts, workbook: string, { tables, pivots }: Dissolved): Cache[] {
  return relationshipsOf(parts, workbook).flatMap(({ id, type, target }): Cache[] => {
    const bytes = type === "slicerCache" ? partNamed(parts, target) : undefined;
    if (!bytes) return [];
    const elements = elementsInText(xmlText(bytes), target, () => true).map((one) => ({ ...one, name: localName(one.name) }));
    const name = elements.find((one) => one.name === "slicerCacheDefinition")?.attributes["name"] ?? "";
    const filtered = elements.flatMap(({ name: of, attributes: a }) =>
      of === "tableSlicerCache" ? [tables.has(a["tableId"] ?? "")] : of === "pivotTable" ? [pivots.has(a["name"] ?? "")] : [],
    );
    return filtered.includes(true) ? [{ id, part: target, name, isGone: !filtered.includes(false) }] : [];
  });
}

/** Removes the slicers of tables that are gone, with their shapes: Excel would offer to repair the file. Returns their names, too. */
export function withoutSlicers(before: Parts, workbook: string, dissolved: Dissolved): { readonly parts: Parts; readonly names: readonly string[] } {
  if (dissolved.tables.size + dissolved.pivots.size === 0) return { parts: before, names: [] };
  const all = cachesOf(before, workbook, dissolved);
  const caches = all.filter(({ isGone }) => isGone);
  const [ids, of] = [new Set(caches.map(({ id }) => id)), new Set(caches.map(({ name }) => name))];
  const names = new Set<string>();
  const gone = caches.map(({ part }) => part);
  const changed = new Map<string, string>();
  const write = (part: string, isGone: Parameters<typeof withoutElements>[2]): boolean => {
    const bytes = partNamed(before, part);
    const xml = changed.get(part) ?? (bytes && xmlText(bytes));
    const text = xml === undefined ? xml : withoutElements(xml, part, isGone);
    if (text !== undefined && text !== xml) changed.set(part, text);
    return text !== undefined;
  };
  for (const { part, isGone } of all) if (!isGone) write(part, ({ name, attributes: a }) => name === "pivotTable" && dissolved.pivots.has(a["name"] ?? ""));
  write(workbook, ({ name, attributes }) => name === "slicerCache" && ids.has(relationshipId(attributes) ?? ""));
  for (const { part } of sheetParts(before, workbook)) {
    const related = relationshipsOf(before, part);
    for (const { id, target } of related.filter(({ type }) => type === "slicer")) {
      const isLeft = write(target, ({ name, attributes: a }) => {
        const isOfCache = name === "slicer" && of.has(a["cache"] ?? "");
        if (isOfCache) names.add(a["name"] ?? "");
        return isOfCache;
      });
      if (isLeft) continue;
      gone.push(target);
      write(part, ({ name, attributes }) => name === "slicer" && relationshipId(attributes) === id);
    }
    const isShape = (text: string): boolean => [...text.matchAll(/<(?:\w+:)?slicer\s[^<>]*?\bname="([^"]*)"/g)].some(([, name]) => names.has(name!));
    for (const { target } of related.filter(({ type }) => type === "drawing")) write(target, ({ name, text }) => /Anchor$/.test(name) && isShape(text()));
  }
  return { parts: withoutParts(withContents(before, changed), gone), names: [...names] };
}
