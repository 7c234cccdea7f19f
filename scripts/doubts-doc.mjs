// Builds docs/doubts.md: every check of plausibility with its bound.
const cell = (text) => text.replaceAll("|", "\\|");
const table = ({ title, checks }) =>
  `## ${title}\n\n| figure | is in doubt unless it is |\n|---|---|\n${checks.map(({ figure, bound }) => `| ${cell(figure)} | ${cell(bound)} |`).join("\n")}`;

export const doubtsDoc = (families) => `# Which values are in doubt?

\`\`\`
npm run -s data -- check
\`\`\`

lists all stored values that the checks on this page doubt, each with its document.

Publishers' documents have mistakes: an amount in thousands, a total in place of a price, a column that was mixed up. A value that breaks a bound is served as filed, with the caveat \`value_in_doubt\`, and a note that names the numbers compared: compare them with the document before you use the value. The import prints the same sentences. What cannot be read at all is left out instead, by name: [data.md](data.md#what-is-refused).

- **The same checks run at the import, at the answer and in \`data -- check\`.** A check that compares with other documents runs at the answer, so that the order of imports does not matter.
- **Sample data is never compared.**
- **A doubt does not say which of the compared numbers is wrong.** The filing does.

\`npm run generate\` writes this page from \`src/service/doubts\`.

${families.map(table).join("\n\n")}
`;
