/** Brackets and quotes say whether a text is JSON or XML. */
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{3,}|^\s*[[{<]/g));

/** The layout whose description has the most words in common with the start of a document. Undefined if none has any. */
export function nearestLayout<T>(layouts: readonly T[], describe: (layout: T) => string, head: string): T | undefined {
  const words = wordsOf(head);
  let [nearest, most]: [T | undefined, number] = [undefined, 0];
  for (const layout of layouts) {
    const common = [...wordsOf(describe(layout))].filter((word) => words.has(word)).length;
    if (common > most) [nearest, most] = [layout, common];
  }
  return nearest;
}
