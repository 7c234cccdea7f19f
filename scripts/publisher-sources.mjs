/** What rooms that may not import publishers have to know of each: its attribution, and whether it is on by default. */
export function publisherSourcesText(publishers) {
  const lines = publishers
    .filter((p) => p.attribution !== undefined)
    .map(({ id, attribution, terms }) => `  ${id}: { attribution: ${JSON.stringify(attribution)}, defaultOn: ${terms.defaultOn} },`);
  return `/* Written by scripts/generate.mjs from the declarations in src/service/publishers. Do not edit. */

/** By publisher: what must be said when quoting it, and whether its terms let it be on before anybody has read them. */
export const PUBLISHER_SOURCES = {
${lines.join("\n")}
} as const;
`;
}
