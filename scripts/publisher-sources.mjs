/** Source of publisher-sources.ts: attribution and default state of each publisher, for folders that may not import publishers. */
export function publisherSourcesText(publishers) {
  const lines = publishers
    .filter((p) => p.attribution !== undefined)
    .map(({ id, attribution, terms }) => `  ${id}: { attribution: ${JSON.stringify(attribution)}, defaultOn: ${terms.defaultOn} },`);
  return `/* Written by scripts/generate.mjs from the declarations in src/service/publishers. Do not edit. */

/** By publisher: its attribution, and whether its terms allow it to be on by default. */
export const PUBLISHER_SOURCES = {
${lines.join("\n")}
} as const;
`;
}
