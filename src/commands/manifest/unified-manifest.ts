import { type ManifestElement, readManifest, withDescendants } from "../manifest-check/read-document";

/** The first versions of the format have no custom functions; 1.24 has. */
const FORMAT = "1.25";
const ACCENT = "#0f5e57";
/** The format allows three sizes for an icon. */
const ICON_SIZES = ["16", "32", "80"];
/** Icons of the package, next to the manifest. */
const PACKAGE_ICONS = { color: "assets/icon-192.png", outline: "assets/icon-outline-32.png" };
const SHORT = "Market and macro data in cells, each figure with unit, date and source.";

/** Finds the elements of an XML manifest, and what they say. */
function readerOf(xml: string) {
  const all = withDescendants(readManifest(xml));
  const first = (name: string): ManifestElement => {
    const found = all.find((element) => element.name === name);
    if (!found) throw new Error(`The manifest has no <${name}>.`);
    return found;
  };
  const child = (element: ManifestElement, name: string): ManifestElement | undefined => element.children.find((c) => c.name === name);
  const resources = new Map(
    all.flatMap(({ attributes }) => (attributes.has("id") ? [[attributes.get("id")!, attributes.get("DefaultValue") ?? ""] as const] : [])),
  );
  const resource = (element: ManifestElement | undefined): string => resources.get(element?.attributes.get("resid") ?? "") ?? "";
  const value = (name: string): string => first(name).attributes.get("DefaultValue") ?? "";
  const location = (name: string): string => resource(child(first(name), "SourceLocation"));
  const icons = (element: ManifestElement) =>
    (child(element, "Icon")?.children ?? [])
      .filter(({ attributes }) => ICON_SIZES.includes(attributes.get("size") ?? ""))
      .map((image) => ({ size: Number(image.attributes.get("size")), url: resource(image) }));

  const page = resource(first("Runtime"));
  const namespace = all.find(({ name }) => name === "Namespace");
  const controls = all.filter(({ name }) => name === "Control");
  const functionOf = (control: ManifestElement): string | undefined => {
    const action = child(control, "Action");
    return action && child(action, "FunctionName")?.text.trim();
  };
  /** `ShowTaskpane` becomes an action of its own. */
  const actionId = (control: ManifestElement): string => functionOf(control) ?? "openPane";
  return { all, first, child, resource, value, location, icons, page, namespace, controls, functionOf, actionId };
}
type Manifest = ReturnType<typeof readerOf>;

const runtimeOf = ({ first, child, resource, location, page, namespace, controls, functionOf, actionId }: Manifest) => ({
  id: "SharedRuntime",
  type: "general",
  code: { page, script: location("Script") },
  lifetime: first("Runtime").attributes.get("lifetime"),
  actions: controls.map((control) => ({
    id: actionId(control),
    type: functionOf(control) === undefined ? "openPage" : "executeFunction",
    displayName: resource(child(control, "Label")),
    ...(functionOf(control) === undefined ? { view: "pane" } : {}),
  })),
  customFunctions: {
    ...(namespace ? { namespace: { id: resource(namespace), name: resource(namespace) } } : {}),
    allowCustomDataForDataTypeAny: true,
    metadataUrl: location("Metadata"),
  },
});

const ribbonOf = ({ first, child, resource, icons, controls, actionId }: Manifest) => {
  const group = first("Group");
  return {
    contexts: ["default"],
    tabs: [
      {
        builtInTabId: first("OfficeTab").attributes.get("id"),
        groups: [
          {
            id: group.attributes.get("id"),
            label: resource(child(group, "Label")),
            icons: icons(group),
            controls: controls.map((control) => {
              const tip = child(control, "Supertip")!;
              return {
                id: control.attributes.get("id"),
                type: "button",
                label: resource(child(control, "Label")),
                icons: icons(control),
                supertip: { title: resource(child(tip, "Title")), description: resource(child(tip, "Description")) },
                actionId: actionId(control),
              };
            }),
          },
        ],
      },
    ],
  };
};

/**
 * The unified (JSON) manifest of the same add-in, from its XML manifest. Versions there have three numbers: the fourth is left out. Without a namespace the
 * object `namespace` is missing, because its members need at least one character.
 */
export function unifiedManifest(xml: string): object {
  const manifest = readerOf(xml);
  const { all, first, child, resource, value, page } = manifest;
  const { origin } = new URL(page);
  const requirements = {
    scopes: ["workbook"],
    capabilities: all.flatMap(({ name, attributes }) =>
      name === "Set" ? [{ name: attributes.get("Name")!, minVersion: attributes.get("MinVersion") ?? "1.1" }] : [],
    ),
  };
  const started = first("GetStarted");
  return {
    $schema: `https://developer.microsoft.com/json-schemas/teams/v${FORMAT}/MicrosoftTeams.schema.json`,
    manifestVersion: FORMAT,
    id: first("Id").text.trim(),
    version: first("Version").text.trim().split(".").slice(0, 3).join("."),
    name: { short: value("DisplayName"), full: value("DisplayName") },
    description: { short: SHORT, full: value("Description") },
    developer: {
      name: first("ProviderName").text.trim(),
      websiteUrl: `${origin}/support.html`,
      privacyUrl: `${origin}/privacy.html`,
      // The page of promises to users; there is no other agreement.
      termsOfUseUrl: `${origin}/privacy.html`,
    },
    icons: PACKAGE_ICONS,
    accentColor: ACCENT,
    localizationInfo: { defaultLanguageTag: first("DefaultLocale").text.trim().toLowerCase(), additionalLanguages: [] },
    authorization: { permissions: { resourceSpecific: [{ name: "Document.ReadWrite.User", type: "Delegated" }] } },
    extensions: [
      {
        requirements,
        runtimes: [runtimeOf(manifest)],
        ribbons: [ribbonOf(manifest)],
        getStartedMessages: [
          {
            title: resource(child(started, "Title")),
            description: resource(child(started, "Description")),
            learnMoreUrl: resource(child(started, "LearnMoreUrl")),
          },
        ],
      },
    ],
  };
}
