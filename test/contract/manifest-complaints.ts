import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";

const folder = join(__dirname, "..", "..", "..", "shared", "data", "manifest-xsd");

/** Whether Microsoft's schemas are present; they are not part of the project. */
export const schemasAreHere = existsSync(folder);

const schema = (fileName: string) => ({ fileName, contents: readFileSync(join(folder, fileName), "utf8") });

/** The main schema imports those of Outlook and content add-ins, which a task pane add-in does not use. */
const stub = (kind: "Mail" | "Content") => ({
  fileName: `${kind}AppVersionOverridesV1_0.xsd`,
  contents: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://schemas.microsoft.com/office/${kind.toLowerCase()}appversionoverrides"><xs:element name="VersionOverrides"/></xs:schema>`,
});

/** The schemas in the form that xmllint needs. */
export const schemas = () => ({
  schema: schema("OfficeAppManifestV1_1.xsd"),
  preload: [schema("OfficeAppBasicTypesV1_0.xsd"), schema("TaskPaneAppVersionOverridesV1_0.xsd"), stub("Mail"), stub("Content")],
});

/** Errors of a manifest by Microsoft's schemas; empty if it is valid. */
export async function complaints(contents: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: { fileName: "manifest.xml", contents }, ...schemas() });
  return errors.map((e) => e.message);
}

/** A block of tests that need the schemas; without them skipped, with the reason in its name. */
export const describeWithSchemas = (name: string, tests: () => void): void =>
  schemasAreHere ? describe(name, tests) : describe.skip(`${name} (skipped: ../shared/data/manifest-xsd is not beside the checkout)`, tests);
