// The functions of Code.js: global functions with the JSDoc that Google Sheets shows while somebody types, made from the add-in's own metadata.

/** `SERVICE.FRED` → `SERVICE_FRED`: names hold no dots in Google Sheets. */
const underscored = (id) => id.replaceAll(".", "_");

/** Functions named in a text as they are called here. */
const inSheets = (text) => text.replace(/\bSERVICE\.([A-Z][A-Z\d_]*)/g, "SERVICE_$1");

/** Text for a comment: on one line, with nothing that ends the comment or reads as a tag. */
const commentText = (text) => inSheets(text).replace(/\s+/g, " ").replaceAll("*/", "* /").replaceAll("@", "(at)").trim();

/** What a cell hands over for an argument, or a range of such. */
const TYPE = "{string|number|Date|Array<Array<string|number|Date>>}";

const parameterLine = ({ name, description, optional }) =>
  ` * @param ${TYPE} ${optional ? `[${name}]` : name} ${commentText(description)} A cell, or a range of them.`;

/** One function of the script. The metadata's description ends with its example, which stands on a line of its own here. */
function stubText({ id, description, parameters, result }) {
  const [words, example] = inSheets(description).split(/\s*\bExamples?: (?==)/);
  const name = underscored(id);
  const lines = [
    "/**",
    ` * ${commentText(words)}`,
    ...(example ? [` * Example: ${commentText(example)}`] : []),
    ...parameters.map(parameterLine),
    ` * @return ${commentText(result?.description ?? "The value, a date, or the reason in words why there is none.")}`,
    " * @customfunction",
    " */",
    // All arguments go on, so that one too many is told of rather than dropped.
    `function ${name}(${parameters.map((p) => p.name).join(", ")}) {`,
    `  return SVC_.evaluateCell("${id}", arguments);`,
    "}",
  ];
  return lines.join("\n");
}

/** @param metadata the add-in's functions.json as an object */
export const functionStubs = (metadata) => metadata.functions.map(stubText).join("\n\n");

/** Global functions that Google calls by name: menu, trigger, sidebar. A name that ends with an underscore could not be called. */
export const entryStubs = (names) => names.map((name) => `function ${name}() {\n  return SVC_.${name}.apply(null, arguments);\n}`).join("\n\n");
