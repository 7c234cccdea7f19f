import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { SAVED_SETTINGS } from "../../../src/pane/settings/saved-in-workbook";

const SRC = path.resolve(__dirname, "../../../src");

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? sources(file) : /\.tsx?$/.test(name) && name !== "saved-settings.ts" ? [readFileSync(file, "utf8")] : [];
  });

/** Names of settings in the sources. Only modules of core, the pane, the tables and the check of Excel name a workbook's settings. */
const written = new Set(
  ["core", "pane", "tables", "hosts/excel"].flatMap((folder) => sources(path.join(SRC, folder))).flatMap((text) => text.match(/"service\.[a-z.]+"/g) ?? []),
);

test("the list of saved settings has exactly the settings that the code stores in a workbook", () => {
  expect(SAVED_SETTINGS.map(({ name }) => JSON.stringify(name)).sort()).toEqual([...written].sort());
});

test("each saved setting has a description", () => {
  for (const { what } of SAVED_SETTINGS) expect(what).toMatch(/^[A-Z].*[^.]$/);
});
