/** docs/maximum-ages.md: how long an observation counts as the latest, from the declarations of series and the table in src/service/answers/maximum-age.ts. */
export const agesDoc = (...tables) => `# How many days may a latest value be old?

An older observation becomes the reason \`stale\`. [dates.md](dates.md#how-old-a-latest-value-may-be) says which fields that concerns. \`npm run generate\` writes this page.

| functions and data | days at most | why |
| --- | --- | --- |
${tables
  .flatMap(Object.values)
  .map(({ of, days, why }) => `| ${of} | ${days} | ${why} |`)
  .join("\n")}
`;
