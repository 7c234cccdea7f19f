// Builds docs/coverage.md: every item of the interface specification with the tests that show it.

/** Headings of the kinds, in the order of the page. */
const HEADINGS = {
  purpose: "What the service does",
  envelope: "Envelope",
  registry: "Field registry",
  endpoint: "Endpoints",
  parameter: "Parameters",
  "screener field": "Screener fields",
  "sheet path": "Sheet paths",
  function: "Functions",
  series: "Curated series",
  caveat: "Caveats",
  "record field": "Record fields",
  float_source: "Reasons of an unknown percent of float",
  "MCP tool": "MCP tools",
  "status code": "Status codes",
  "MCP error": "Errors of MCP tools",
  limit: "Limits",
  authentication: "Authentication",
  event: "Events",
  failure: "Errors",
  version: "Versioning",
};

const cell = (text) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll(/\{(\w+)\}/g, "\\{$1\\}");
const isTested = ({ tests = [] }) => tests.length > 0;

/** Numbers the tests of a section, so that a row names them shortly. */
function numbered(rows) {
  const tests = [...new Set(rows.flatMap(({ tests = [] }) => tests))];
  return { tests, numberOf: (test) => tests.indexOf(test) + 1 };
}

function section([kind, heading], rows) {
  const { tests, numberOf } = numbered(rows);
  const shownBy = (row) => (isTested(row) ? row.tests.map(numberOf).join(", ") : `none: ${row.missing}`);
  const line = (row) => `| ${cell(row.id)} | ${cell(row.says)} | ${cell(shownBy(row))} |`;
  const list = tests.map((test, i) => {
    const [file, title] = test.split(" › ");
    return `${i + 1}. \`${file}\`: ${cell(title)}`;
  });
  return `## ${heading}\n\n| ${kind} | specification | tests |\n|---|---|---|\n${rows.map(line).join("\n")}\n\n${list.join("\n")}`;
}

/** The page. Throws if an item has neither a test nor a reason, or a kind without a heading. */
export function coverageDoc(items) {
  const silent = items.filter((item) => !isTested(item) && !item.missing);
  if (silent.length > 0)
    throw new Error(`test/coverage/specification.json has items without a test: ${silent.map(({ kind, id }) => `${kind} ${id}`).join(", ")}`);
  const unknown = items.find(({ kind }) => !(kind in HEADINGS));
  if (unknown) throw new Error(`test/coverage/specification.json has the kind ${unknown.kind}, which has no heading in scripts/coverage-doc.mjs`);
  const without = items.filter((item) => !isTested(item));
  return `# Which test shows what the specification says?

Every item of the interface specification: ${items.length} in all, ${items.length - without.length} with a test, ${without.length} without one. \`npm run generate\` writes this page from \`test/coverage/specification.json\`, and fails if an item has neither a test nor a reason. \`test/contract/coverage.test.ts\` compares the list with the specification, and looks up each test. \`test/contract/service/specification.test.ts\` sends the bounds, addresses and members in the list to the service.

Numbers in the last column are those of the list below each table.

${Object.entries(HEADINGS)
  .map((entry) =>
    section(
      entry,
      items.filter(({ kind }) => kind === entry[0]),
    ),
  )
  .join("\n\n")}
`;
}

/** One line for the terminal: how many items have no test. */
export const coverageLine = (items) => {
  const without = items.filter((item) => !isTested(item));
  return `specification: ${items.length} items, ${without.length} without a test${without.length === 0 ? "" : ` (${without.map(({ id }) => id).join(", ")})`}`;
};
