import { readFileSync } from "node:fs";
import { join } from "node:path";
import { complaints, describeWithSchemas } from "./manifest-complaints";

const root = join(__dirname, "..", "..");
const written = readFileSync(join(root, "manifest.xml"), "utf8");
const manifest = written.replace(/<!--[\s\S]*?-->/g, "");
const all = (pattern: RegExp): string[] => [...manifest.matchAll(pattern)].map((m) => m[1] ?? "");

/** Resources by id, as `resid` refers to them. */
const resources = new Map(
  [...manifest.matchAll(/<bt:(Image|Url|String) id="([^"]+)" DefaultValue="([^"]*)"/g)].map(([, kind, id, value]) => [
    id!,
    { kind: kind!, value: value!.replaceAll("&quot;", '"') },
  ]),
);
const valueOf = (resid: string | undefined): string | undefined => resources.get(resid ?? "")?.value;
const PAGE = "https://localhost:3000/taskpane.html";

describe("manifest.xml", () => {
  test("loads one page for the runtime, the functions, the ribbon and the pane", () => {
    const pages = [
      /<Runtime resid="([^"]+)" lifetime="long"\/>/,
      /<Page>\s*<SourceLocation resid="([^"]+)"/,
      /<FunctionFile resid="([^"]+)"/,
      /<Action xsi:type="ShowTaskpane">\s*<SourceLocation resid="([^"]+)"/,
    ].map((pattern) => pattern.exec(manifest)?.[1]);
    expect(new Set(pages).size).toBe(1);
    expect(valueOf(pages[0])).toBe(PAGE);
    expect(all(/<DefaultSettings>\s*<SourceLocation DefaultValue="([^"]+)"/g)).toEqual([PAGE]);
    // A pane with its own id would be a second pane, which a shared runtime does not allow.
    expect(manifest).not.toContain("TaskpaneId");
  });

  test("loads functions.js and functions.json of the web build", () => {
    expect(valueOf(/<Script>\s*<SourceLocation resid="([^"]+)"/.exec(manifest)?.[1])).toBe("https://localhost:3000/functions.js");
    expect(valueOf(/<Metadata>\s*<SourceLocation resid="([^"]+)"/.exec(manifest)?.[1])).toBe("https://localhost:3000/functions.json");
  });

  test("has no namespace, so that =SERVICE(entity, path) is a function", () => {
    expect(manifest).not.toContain("Namespace");
  });

  test("has its name, a random GUID, and the package's version as four numbers", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(all(/<Id>([^<]+)</g)).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)]);
    expect(all(/<Version>([^<]+)</g)).toEqual([`${version}.0`]);
    expect(all(/<DisplayName DefaultValue="([^"]+)"/g)).toEqual(["Service"]);
  });

  test("requires only the requirement sets that it needs", () => {
    expect([...manifest.matchAll(/<Set Name="([^"]+)" MinVersion="([^"]+)"/g)].map(([, name, version]) => `${name} ${version}`)).toEqual([
      "SharedRuntime 1.1",
      "CustomFunctionsRuntime 1.1",
    ]);
  });

  test("puts two buttons on the Home tab", () => {
    expect(all(/<OfficeTab id="([^"]+)"/g)).toEqual(["TabHome"]);
    expect(all(/<Control xsi:type="Button" id="[^"]+">\s*<Label resid="([^"]+)"/g).map(valueOf)).toEqual(["Open pane", "Refresh"]);
    expect(all(/<FunctionName>([^<]+)</g)).toEqual(["refresh"]);
  });
});

describeWithSchemas("manifest.xml against Microsoft's schemas", () => {
  test("is valid", async () => {
    expect(await complaints(written)).toEqual([]);
  });

  test("is invalid with an unknown runtime lifetime", async () => {
    expect(await complaints(written.replace('lifetime="long"', 'lifetime="eternal"'))).not.toEqual([]);
  });
});
