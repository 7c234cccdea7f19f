// Builds the global functions of Code.js from the add-in's metadata, with the JSDoc that Google Sheets shows while a user types.

/** `SERVICE.FRED` → `SERVICE_FRED`: names in Google Sheets have no dots. */
const underscored = (id) => id.replaceAll(".", "_");

/** Renames functions in a text to their names in Google Sheets. */
const inSheets = (text) => text.replace(/\bSERVICE\.([A-Z][A-Z\d_]*)/g, "SERVICE_$1");

/** Text for a comment: one line, without anything that ends the comment or looks like a tag. */
const commentText = (text) => inSheets(text).replace(/\s+/g, " ").replaceAll("*/", "* /").replaceAll("@", "(at)").trim();

/** Type of an argument: a value, or a range of values. */
const TYPE = "{string|number|Date|Array<Array<string|number|Date>>}";

const parameterLine = ({ name, description, optional }) =>
  ` * @param ${TYPE} ${optional ? `[${name}]` : name} ${commentText(description)} A cell, or a range of them.`;

/** Source of one function. The metadata's description ends with an example, which gets its own line here. */
function stubText({ id, description, parameters, result }) {
  const [words, example] = inSheets(description).split(/\s*\bExamples?: (?==)/);
  const name = underscored(id);
  const lines = [
    "/**",
    ` * ${commentText(words)}`,
    ...(example ? [` * Example: ${commentText(example)}`] : []),
    ...parameters.map(parameterLine),
    ` * @return ${commentText(result?.description ?? "The value, a date, or the reason why there is none.")}`,
    " * @customfunction",
    " */",
    // Passes on all arguments, so that one too many is reported, not dropped.
    `function ${name}(${parameters.map((p) => p.name).join(", ")}) {`,
    `  return SVC_.evaluateCell("${id}", arguments);`,
    "}",
  ];
  return lines.join("\n");
}

/** @param metadata the add-in's functions.json as an object */
export const functionStubs = (metadata) => metadata.functions.map(stubText).join("\n\n");

/** Source of the global functions that Google calls by name: menu, trigger, sidebar. Google cannot call a name that ends with an underscore. */
export const entryStubs = (names) => names.map((name) => `function ${name}() {\n  return SVC_.${name}.apply(null, arguments);\n}`).join("\n\n");
