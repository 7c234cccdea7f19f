import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { validateXML } from "xmllint-wasm";
import { ROOT } from "../../src/commands/io";
import { manifestFaults, type Surroundings } from "../../src/commands/manifest-check/manifest-faults";
import { readManifest, withDescendants, type ManifestElement } from "../../src/commands/manifest-check/read-document";
import { validate } from "../../src/commands/manifest/validate";
import { schemas, describeWithSchemas } from "./manifest-complaints";
import { commandDesk } from "./command-desk";

const OWN = readFileSync(path.join(ROOT, "manifest.xml"), "utf8");
const surroundings: Surroundings = {
  file: (pathname) => (existsSync(path.join(ROOT, pathname)) ? readFileSync(path.join(ROOT, pathname)) : undefined),
  functionNames: ["refresh"],
};
const faults = (xml: string): string[] => manifestFaults(xml, surroundings);
const lineOf = (text: string): number => OWN.slice(0, OWN.indexOf(text)).split("\n").length;

function changed(from: string | RegExp, to: string): string {
  const xml = OWN.replace(from, to);
  expect(xml).not.toBe(OWN);
  return xml;
}

const APP = '<OfficeApp xsi:type="TaskPaneApp">';
const NAMED = 'DisplayName DefaultValue="Service"';
const LABEL = '<bt:String id="Group.Label"';
/** One more than the longest long string. */
const LONG = "x".repeat(251);

describe("a broken manifest", () => {
  it.each<[string, string | RegExp, string, string]>([
    ["a tag that is not closed", "</Hosts>", "", "not well-formed XML: unexpected close tag."],
    ["an element that is missing", /\s*<ProviderName>.*/, "", `Line 13: ${APP} needs <ProviderName>.`],
    ["a misspelled element", /ProviderName>/g, "ProvidrName>", `Line 16: <ProvidrName> does not belong in ${APP}; did you mean ProviderName?`],
    ["elements in the wrong order", /(<Id>.*)\s*(<Version>.*)/, "$2\n  $1", `Line 15: <Id> is out of order: in ${APP} it must come before <Version>.`],
    ["an element twice", /(<Permissions>.*)/, "$1$1", `Line 35: ${APP} has <Permissions> more than once.`],
    ["the namespace of another format", "taskpaneappversionoverrides", "mailappversionoverrides", "does not belong in"],
    ["an id that is not a GUID", "7d3f0c5a-", "7d3f0c5", "<Id>: expected a GUID such as"],
    ["a version of five numbers", "0.1.0.0", "0.1.0.0.0", 'Line 15: <Version>: expected up to four numbers from 0 to 65535, such as 1.2.0.0, got "0.1.0.0.0".'],
    ["a version of letters", "0.1.0.0", "one", "<Version>: expected up to four numbers"],
    ["an invalid locale", "en-US", "English", "<DefaultLocale>: expected a language such as en-US"],
    ["a name without a text", NAMED, NAMED.replace("Service", " "), "DefaultValue of <DisplayName>: expected a text, got a blank."],
    ["a name without an attribute", NAMED, "DisplayName", "DefaultValue of <DisplayName>: expected a value, got nothing."],
    ["an attribute that does not exist", "<Hosts>", '<Hosts all="yes">', "<Hosts> has no attribute all."],
    ["text where none is allowed", "<Hosts>", "<Hosts>Excel", '<Hosts>: expected no text, got "Excel".'],
    ["a description that is too long", /(Description DefaultValue)="[^"]*"/, `$1="${LONG}"`, "expected at most 250 characters, got 251"],
    ["a short string that is too long", '"Open pane"', `"${LONG.slice(125)}"`, "DefaultValue of <bt:String>: expected at most 125 characters, got 126."],
    ["a long string that is too long", /"Asks the service[^"]*"/, `"${LONG}"`, "DefaultValue of <bt:String>: expected at most 250 characters, got 251."],
    ["an address over http", /https(.*support)/, "http$1", "DefaultValue of <SupportUrl>: expected an https:// address, because Office loads no other"],
    ["an invalid address", '"https://localhost:3000/support"', '"/support"', "DefaultValue of <SupportUrl>: expected an https:// address"],
    [
      "a domain over http",
      "  <Hosts>",
      "<AppDomains><AppDomain>http://a.example</AppDomain></AppDomains><Hosts>",
      "<AppDomain>: expected an https:// address, because Office loads no other",
    ],
    ["a host that does not exist", 'Host Name="Workbook"', 'Host Name="Spreadsheet"', "Name of <Host>: expected Workbook or"],
    ["hosts that differ", 'Host Name="Workbook"', 'Host Name="Document"', '<Host xsi:type="Workbook"> is not among the <Hosts> of <OfficeApp>'],
    ["a requirement without a name", ' Name="SharedRuntime"', "", "Name of <Set>: expected a value, got nothing."],
    ["a requirement with a version of one number", /(Runtime" MinVersion="1)\.1/, "$1", "MinVersion of <Set>: expected a version of two numbers"],
    [
      "a shared runtime that is not required",
      /\s*<Set .*SharedRuntime.*/,
      "",
      '<Runtime lifetime="long"> needs <Set Name="SharedRuntime"/> in <Requirements>.',
    ],
    ["a permission that does not exist", "ReadWriteDocument", "Everything", "<Permissions>: expected Restricted or"],
    ["a lifetime that does not exist", 'lifetime="long"', 'lifetime="eternal"', 'lifetime of <Runtime>: expected short or long, got "eternal".'],
    ["an extension point of no kind", ' xsi:type="CustomFunctions"', "", "xsi:type of <ExtensionPoint>: expected CustomFunctions, got nothing."],
    ["a resource that does not exist", 'Label resid="Group.Label"', 'Label resid="Group.Lable"', 'there is no resource "Group.Lable" in <bt:ShortStrings>.'],
    ["a resource that nothing uses", LABEL, `<bt:String id="Spare" DefaultValue="x"/>${LABEL}`, 'Nothing uses the resource "Spare".'],
    ["a resource of another kind", 'Label resid="Group.Label"', 'Label resid="Help.Url"', '"Help.Url" is in <bt:Urls>, expected one of <bt:ShortStrings>.'],
    ["a resource twice", LABEL, `<bt:String id="Refresh.Label" DefaultValue="x"/>${LABEL}`, 'The resource "Refresh.Label" is already in line'],
    ["a resource with a long id", /Group\.Label/g, "G".repeat(33), "id of <bt:String>: expected at most 32 characters, got 33."],
    ["a pane on another page", /(ShowTaskpane">\s*<.*)Page.Url/, "$1Help.Url", 'expected "Page.Url" as in <Runtime>, because a shared runtime has one page.'],
    ["a different first page", "taskpane.html", "help.html", "<SourceLocation>: expected https://localhost:3000/taskpane.html as in <Runtime>"],
    [
      "a ribbon function that does not exist",
      ">refresh<",
      ">refreshAll<",
      '<FunctionName>: expected a function that the add-in associates ("refresh"), got "refreshAll".',
    ],
    ["an icon of a size that does not exist", 'size="16"', 'size="17"', "size of <bt:Image>: expected 16 or 20"],
    ["an icon without a needed size", /\s*<bt:Image size="80".*/, "", "<Icon> needs the size 80."],
    ["an icon without a file", "assets/icon-20.png", "assets/icon-21.png", "<bt:Image>: there is no file /assets/icon-21.png."],
    ["an icon with wrong pixel dimensions", "icon-20.png", "icon-24.png", "<bt:Image>: /assets/icon-24.png has 24 × 24 pixels, expected 20 × 20."],
    ["a store icon with wrong pixel dimensions", /(IconUrl .*)icon-32/, "$1icon-64", "<IconUrl>: /assets/icon-64.png has 64 × 64"],
    ["two controls with one id", "Service.OpenPane", "Service.Refresh", 'id of <Control>: "Service.Refresh" is already in line'],
  ])("with %s is refused with the line and what was expected", (_, from, to, expected) => {
    const found = faults(changed(from, to));
    expect(found.filter((fault) => fault.includes(expected))).not.toEqual([]);
    for (const fault of found) expect(fault).toMatch(/^Line \d+(, column \d+)?: .*[.?]$/);
  });

  it("of another format is refused in one sentence", () => {
    expect(faults("<html/>")).toEqual([expect.stringMatching(/^Line 1: Expected <OfficeApp> of the namespace .*, got <\{\}html>\.$/)]);
    expect(faults("")).toEqual([expect.stringMatching(/^Line 1, column \d: not well-formed XML/)]);
  });

  it("is reported with the line of each fault", () => {
    expect(faults(changed('lifetime="long"', 'lifetime="eternal"'))).toEqual([expect.stringMatching(`^Line ${lineOf('lifetime="long"')}: `)]);
  });
});

describe("npm run validate", () => {
  const desk = commandDesk();
  const { at, io } = desk;

  it("finds the project's manifest, icons and ribbon functions valid", async () => {
    expect(await validate([], io)).toBe(0);
    expect([desk.out, desk.err]).toEqual([[`${path.join(ROOT, "manifest.xml")} is valid.`], []]);
  });

  it("prints the faults of a named file, and exits with 1", async () => {
    desk.put("bad.xml", changed(">refresh<", ">gone<"));
    expect(await validate(["bad.xml"], io)).toBe(1);
    expect(desk.err).toEqual([expect.stringContaining("<FunctionName>"), `${at("bad.xml")} is not valid: 1 fault.`]);
  });

  it("refuses a missing file, and more than one", async () => {
    await expect(validate(["none.xml"], io)).rejects.toThrow(/there is no file .*none\.xml/);
    await expect(validate(["a.xml", "b.xml"], io)).rejects.toThrow(/Expected one manifest, got 2/);
  });
});

/** Serialises an element without its namespace declarations. */
function written({ name, type, attributes, children, text }: ManifestElement): string {
  const values = [...(type === undefined ? [] : [["xsi:type", type] as const]), ...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const namespaces =
    name === "OfficeApp"
      ? ' xmlns="http://schemas.microsoft.com/office/appforoffice/1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0"'
      : name === "VersionOverrides"
        ? ' xmlns="http://schemas.microsoft.com/office/taskpaneappversionoverrides"'
        : "";
  return `<${name}${namespaces}${values.join("")}>${children.length > 0 ? children.map(written).join("\n") : escaped(text)}</${name}>`;
}
const escaped = (text: string): string => text.replace(/[&<"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The manifest with one change to one element: removed, duplicated, moved after its neighbour, without each attribute, or with blank text. */
function* mutants(root: ManifestElement): Generator<[string, string]> {
  const replaced = (element: ManifestElement, target: ManifestElement, by: readonly ManifestElement[]): ManifestElement[] =>
    element === target ? [...by] : [{ ...element, children: element.children.flatMap((c) => replaced(c, target, by)) }];
  const made = (target: ManifestElement, ...by: ManifestElement[]): string => written(replaced(root, target, by)[0]!);
  const seen = new Set<string>();
  for (const parent of withDescendants(root))
    for (const [i, target] of parent.children.entries()) {
      const place = `${parent.name} > ${target.name}`;
      if (seen.has(place)) continue;
      seen.add(place);
      yield [`${place} left out`, made(target)];
      yield [`${place} twice`, made(target, target, target)];
      const next = parent.children[i + 1];
      if (next && next.name !== target.name) {
        const children = parent.children.map((c) => (c === target ? next : c === next ? target : c));
        yield [`${place} after its neighbour`, made(parent, { ...parent, children })];
      }
      for (const key of target.attributes.keys()) {
        yield [`${place} without ${key}`, made(target, { ...target, attributes: new Map([...target.attributes].filter(([k]) => k !== key)) })];
        yield [`${place} with a blank ${key}`, made(target, { ...target, attributes: new Map([...target.attributes, [key, ""]]) })];
      }
      if (target.type !== undefined) yield [`${place} of another type`, made(target, { ...target, type: "Other" })];
      if (target.children.length === 0) yield [`${place} with a text`, made(target, { ...target, text: `${target.text} ?` })];
    }
}

describeWithSchemas("npm run validate against Microsoft's schemas", () => {
  test("refuses every single-element change that the schemas refuse", async () => {
    const cases = [...mutants(readManifest(OWN))].map(([name, contents], i) => ({ name, contents, fileName: `${i}.xml` }));
    expect(cases.length).toBeGreaterThan(150);
    const { errors } = await validateXML({ xml: cases, ...schemas() });
    const refusedThere = new Set(errors.map(({ loc }) => loc?.fileName));
    expect(refusedThere.size).toBeGreaterThan(100);
    const missed = cases.filter(({ fileName, contents }) => refusedThere.has(fileName) && faults(contents).length === 0);
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});
