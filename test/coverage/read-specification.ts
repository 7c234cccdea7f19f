/** One item of the specification: its kind, its name within the kind, and what the specification says about it, in its words. */
export interface SpecificationItem {
  readonly kind: string;
  readonly id: string;
  readonly says: string;
}

const clean = (text: string): string => text.replace(/\\\|/g, "|").replace(/\s+/g, " ").trim();

/** The text under a heading, up to the next heading of the same or a higher level. */
function section(text: string, heading: string): string {
  const level = /^#+/.exec(heading)![0].length;
  const from = text.indexOf(`\n${heading}`);
  if (from < 0) throw new Error(`the specification has no section "${heading}"`);
  const body = text.slice(text.indexOf("\n", from + 1));
  const end = new RegExp(`\\n#{1,${level}} `).exec(body)?.index ?? body.length;
  return body.slice(0, end);
}

/** The cells of each table row, without headings. */
const rowsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(1, -1).map(clean))
    .filter((cells, i, all) => !/^-+$/.test(cells[0]!) && !/^-+$/.test(all[i + 1]?.[0] ?? ""));

const names = (list: string): string[] => list.replace(/\([^)]*\)/g, "").split(",").map((name) => name.trim()); // prettier-ignore

/** Parameters of an endpoint: the names in its address and those with a bound in brackets, such as "days (1-365, default 30)". */
function parametersOf(path: string, column: string): [name: string, says: string][] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((m): [string, string] => {
    const told = new RegExp(`(?:^|; )(?:path )?${m[1]!}(?::? | is )([^;]+)`).exec(column)?.[1];
    return [m[1]!, told === undefined ? "in the address" : clean(told.replace(/[()]/g, ""))];
  });
  const inQuery = [...column.matchAll(/(?:^|; | or )([a-z_]+) \(([^)]*)\)/g)].map((m): [string, string] => [m[1]!, m[2]!]);
  return [...inPath, ...inQuery.filter(([name]) => !inPath.some(([known]) => known === name))];
}

function endpoints(text: string): SpecificationItem[] {
  const body = section(text, "## Endpoints");
  const rows = rowsOf(body).filter(([method]) => /^(GET|POST|any)$/.test(method!));
  const found = rows.flatMap(([method, paths, ...rest]) =>
    paths!.split(" and ").flatMap((path): SpecificationItem[] => {
      const column = rest[0]!;
      const own = parametersOf(path, column).map(([name, says]) => ({ kind: "parameter", id: `${path} ${name}`, says }));
      return [{ kind: "endpoint", id: `${method!} ${path}`, says: rest.at(-1)! }, ...own];
    }),
  );
  const changes = rowsOf(section(text, "### Service and meta")).filter((cells) => cells.length === 4 && !cells[0]!.startsWith("GET"));
  return [...found, ...changes.map(([name, type, , rule]) => ({ kind: "parameter", id: `/v1/changes ${name!}`, says: `${type!}. ${rule!}` }))];
}

const functions = (text: string): SpecificationItem[] =>
  rowsOf(section(text, "### Spreadsheet-add-in functions")).map(([name, args, says]) => ({ kind: "function", id: `${name!}${args!}`, says: says! }));

const paths = (text: string): SpecificationItem[] =>
  rowsOf(section(text, "### Sheet paths")).flatMap(([list, says]) => {
    const fields = /, field (.+ \/ .+)$/.exec(says!)?.[1]?.split(" / ");
    return names(list!).map((id, i) => ({ kind: "sheet path", id, says: fields ? says!.replace(/, field .*$/, `, field ${fields[i]!}`) : says! }));
  });

const screener = (text: string): SpecificationItem[] =>
  rowsOf(section(text, "### Screener fields")).flatMap(([list, group, type, operators]) =>
    names(list!).map((id) => ({ kind: "screener field", id, says: `${group!}, ${type!}: ${operators!.replace(/ \(.*\)$/, "")}` })),
  );

const series = (text: string): SpecificationItem[] =>
  rowsOf(section(text, "### Curated macro series")).flatMap(([says, list]) => names(list!).map((id) => ({ kind: "series", id, says: says! })));

const caveats = (text: string): SpecificationItem[] =>
  rowsOf(section(text, "### Caveat ids")).map(([id, says]) => ({ kind: "caveat", id: id!.replace(/ .*/, ""), says: says! }));

function tools(text: string): SpecificationItem[] {
  const listed = section(text, "### MCP tools")
    .replace(/^[^:]*: /, "")
    .split(/\. Tool arguments/)[0]!;
  const called = [...listed.matchAll(/(?:^|, )([a-z]+(?:_[a-z]+)+)\b(?: \(([^)]*)\))?/g)].map((m): [string, string] => [m[1]!, m[2] ?? ""]);
  const first = [...listed.matchAll(/call (\w+) (first[^)]*)\)/g)].map((m): [string, string] => [m[1]!, `call ${m[2]!}`]);
  return [...first, ...called].map(([id, says]) => ({ kind: "MCP tool", id, says: says.trim() === "" ? "wraps its endpoint" : clean(says) }));
}

function errors(text: string): SpecificationItem[] {
  const body = section(text, "## Errors");
  const values = /error values: ([^\n]*)\./.exec(body)![1]!;
  return [
    ...rowsOf(body).map(([id, says]) => ({ kind: "status code", id: id!, says: says! })),
    ...[...values.matchAll(/(\w+)(?: \(([^)]*)\))?(?:, |$)/g)].map((m) => ({ kind: "MCP error", id: m[1]!, says: m[2] ?? "no key" })),
  ];
}

const limits = (text: string): SpecificationItem[] => rowsOf(section(text, "## Limits")).map(([id, says]) => ({ kind: "limit", id: id!, says: says! }));

/** Fields of each family's record: named or, after "also", described. */
function recordFields(text: string): SpecificationItem[] {
  const body = section(text, "### Record fields");
  const reasons = /float_source reason values: ([^.]*)\./.exec(body)![1]!;
  const fields = rowsOf(body).flatMap(([family, list]) =>
    [...list!.replace("; also ", ", ").matchAll(/(?:^|, )((?:[^,(]|\([^)]*\))+)/g)].map((m) => {
      const [, name, told] = /^([^(]*?) ?(?:\((.*)\))?$/.exec(m[1]!.trim())!;
      return { kind: "record field", id: `${family!}: ${name!}`, says: told ?? "named" };
    }),
  );
  return [...fields, ...names(reasons).map((id) => ({ kind: "float_source", id, says: "reason of an unknown percent of float" }))];
}

/** Members of the envelope, and those of `meta`. */
const envelope = (text: string): SpecificationItem[] =>
  rowsOf(section(text, "### Response envelope")).flatMap(([id, type, rule]) => {
    const inMeta = /members named in this document: (.*)\.$/.exec(rule!)?.[1];
    return [
      { kind: "envelope", id: id!, says: `${type!}. ${rule!}` },
      ...(inMeta === undefined
        ? []
        : names(inMeta).map((name) => ({ kind: "envelope", id: `meta.${name.replace(" strings", "")}`, says: "a member of meta" }))),
    ];
  });

/** Columns and kinds of rows of the field registry. */
function registry(text: string): SpecificationItem[] {
  const body = section(text, "### Field registry entry");
  const list = (of: RegExp): string[] => names(of.exec(body)![1]!);
  return [
    ...list(/Each row has: (.*?)\. Row kinds/).map((id) => ({ kind: "registry", id, says: "a member of each row" })),
    ...list(/Row kinds: (.*?)\./).map((id) => ({ kind: "registry", id: `rows of kind ${id}`, says: "a kind of rows" })),
  ];
}

/** The numbered sentences of a section. */
const rules = (text: string, kind: string, heading: string): SpecificationItem[] =>
  [...section(text, heading).matchAll(/^(\d+)\. (.+)$/gm)].map((m) => ({ kind, id: m[1]!, says: clean(m[2]!) }));

/** Every item of the specification that has a form of its own: table rows, listed names and numbered sentences. */
export const readSpecification = (text: string): SpecificationItem[] => [
  ...rules(text, "purpose", "## What the service does"),
  ...envelope(text),
  ...registry(text),
  ...endpoints(text),
  ...screener(text),
  ...paths(text),
  ...functions(text),
  ...series(text),
  ...caveats(text),
  ...recordFields(text),
  ...tools(text),
  ...errors(text),
  ...limits(text),
  ...rules(text, "authentication", "## Authentication"),
  ...rules(text, "event", "## Events"),
  ...rules(text, "failure", "## Errors"),
  ...rules(text, "version", "## Versioning"),
];
