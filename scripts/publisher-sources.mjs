/** Source of publisher-sources.ts: attribution, default state and terms of each publisher, for folders that may not import publishers. */
export function publisherSourcesText(publishers) {
  const lines = publishers
    .filter((p) => p.attribution !== undefined)
    .map(
      ({ id, attribution, terms }) =>
        `  ${id}: { attribution: ${JSON.stringify(attribution)}, defaultOn: ${terms.defaultOn}, redistribution: ${JSON.stringify(terms.redistribution)}, licence: ${JSON.stringify(terms.licence)}, terms: ${JSON.stringify(terms.url)} },`,
    );
  return `/* Written by scripts/generate.mjs from the declarations in src/service/publishers. Do not edit. */

/** By publisher: its attribution, whether its terms allow it to be on by default and its rows to be passed on, and where they are. */
export const PUBLISHER_SOURCES = {
${lines.join("\n")}
} as const;
`;
}
