/** Checks a value. Returns the fault as the end of a sentence, or undefined if there is none. */
type ValueRule = (value: string) => string | undefined;

const matches =
  (pattern: RegExp, expected: string): ValueRule =>
  (value) =>
    pattern.test(value) ? undefined : `expected ${expected}, got "${value}"`;

const atMost =
  (limit: number): ValueRule =>
  (value) => {
    if (value.trim() === "") return "expected a text, got a blank";
    return value.length <= limit ? undefined : `expected at most ${limit} characters, got ${value.length}`;
  };

const oneOfChoices = (...choices: string[]): ValueRule => matches(new RegExp(`^(${choices.join("|")})$`), choices.join(" or "));

const guid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a GUID such as 7d3f0c5a-9b1e-4c62-8f47-2a6e51d0b9c4");
const version: ValueRule = (value) =>
  /^\d+(\.\d+){0,3}$/.test(value) && value.split(".").every((n) => Number(n) <= 65_535)
    ? undefined
    : `expected up to four numbers from 0 to 65535, such as 1.2.0.0, got "${value}"`;
const setVersion = matches(/^\d{1,5}\.\d{1,5}$/, "a version of two numbers, such as 1.1");
const locale = matches(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, "a language such as en-US");
const iconSize = oneOfChoices("16", "20", "24", "32", "40", "48", "64", "80");
/** `ShortStrings`, names and titles. */
const atMost125 = atMost(125);
/** `LongStrings` and descriptions. */
const longText = atMost(250);
const id = atMost(125);
/** A resource's id; Office cuts longer ones. */
const resourceId = atMost(32);
const anyText = atMost(32_767);

const address: ValueRule = (value) => {
  if (!URL.canParse(value)) return `expected an https:// address, got "${value}"`;
  return new URL(value).protocol === "https:" ? undefined : `expected an https:// address, because Office loads no other, got "${value}"`;
};

/** Kinds of resources, by the element that lists them. */
export type ResourceKind = "bt:Images" | "bt:Urls" | "bt:ShortStrings" | "bt:LongStrings";

export interface ElementShape {
  /** Children in order: `Name` once, `Name?` at most once, `Name+` at least once, `Name*` any number; `=Shape` if the shape has another name than the element. */
  readonly children?: string;
  /** Children by `xsi:type`, which must be one of these. */
  readonly types?: Readonly<Record<string, string>>;
  /** Attributes; a name that ends with ? is optional. */
  readonly attributes?: Readonly<Record<string, ValueRule>>;
  readonly text?: ValueRule;
  /** Kind of resource that the attribute `resid` names. */
  readonly resid?: ResourceKind;
  /** Not checked, because this add-in does not use it. */
  readonly open?: true;
}

const localized = (rule: ValueRule): ElementShape => ({ attributes: { DefaultValue: rule }, children: "Override*" });
const resource = (rule: ValueRule): ElementShape => ({ attributes: { id: resourceId, DefaultValue: rule }, children: "bt:Override*" });
const override: ElementShape = { attributes: { Locale: locale, Value: anyText } };
const flag: ElementShape = { text: oneOfChoices("true", "false") };
const location: ElementShape = { children: "SourceLocation=Url" };

/**
 * Elements of a task pane add-in for Excel with custom functions, from Microsoft's pages "How to find the proper order of manifest elements" and "Manifest
 * reference". Both icons, the support address and the hosts are optional there, but required here: the Marketplace and `VersionOverrides` need them.
 */
export const SHAPES: Readonly<Record<string, ElementShape>> = {
  OfficeApp: {
    types: {
      TaskPaneApp:
        "Id AlternateId? Version ProviderName DefaultLocale DisplayName Description IconUrl HighResolutionIconUrl SupportUrl AppDomains? Hosts Requirements? " +
        "DefaultSettings Permissions Dictionary? VersionOverrides? ExtendedOverrides?",
    },
  },
  Id: { text: guid },
  AlternateId: { text: anyText },
  Version: { text: version },
  ProviderName: { text: atMost125 },
  DefaultLocale: { text: locale },
  DisplayName: localized(atMost125),
  Description: localized(longText),
  IconUrl: localized(address),
  HighResolutionIconUrl: localized(address),
  SupportUrl: localized(address),
  Override: override,
  AppDomains: { children: "AppDomain+" },
  AppDomain: { text: address },
  Hosts: { children: "Host+" },
  Host: { attributes: { Name: oneOfChoices("Workbook", "Document", "Presentation", "Notebook", "Project", "Database", "Mailbox") } },
  Requirements: { children: "Sets? Methods?" },
  Sets: { attributes: { "DefaultMinVersion?": setVersion }, children: "Set+" },
  Set: { attributes: { Name: atMost125, "MinVersion?": setVersion } },
  Methods: { children: "Method+" },
  Method: { attributes: { Name: atMost125 } },
  DefaultSettings: { children: "SourceLocation" },
  SourceLocation: localized(address),
  Permissions: { text: oneOfChoices("Restricted", "ReadDocument", "ReadAllDocument", "WriteDocument", "ReadWriteDocument") },
  Dictionary: { open: true },
  ExtendedOverrides: { open: true },

  VersionOverrides: {
    types: {
      VersionOverridesV1_0: "Description?=LongString Requirements?=OverrideRequirements Hosts=OverrideHosts Resources WebApplicationInfo? EquivalentAddins?",
    },
  },
  OverrideRequirements: { open: true },
  WebApplicationInfo: { open: true },
  EquivalentAddins: { open: true },
  OverrideHosts: { children: "Host+=OverrideHost" },
  OverrideHost: {
    types: {
      Workbook: "Runtimes? AllFormFactors? DesktopFormFactor?",
      Document: "Runtimes? DesktopFormFactor?",
      Presentation: "Runtimes? DesktopFormFactor?",
      Notebook: "Runtimes? DesktopFormFactor?",
    },
  },
  Runtimes: { children: "Runtime+" },
  Runtime: { resid: "bt:Urls", attributes: { "lifetime?": oneOfChoices("short", "long") } },
  AllFormFactors: { children: "ExtensionPoint=FunctionsPoint" },
  FunctionsPoint: { types: { CustomFunctions: "Script Page Metadata? Namespace?=ShortString" } },
  Script: location,
  Page: location,
  Metadata: location,
  DesktopFormFactor: { children: "GetStarted? FunctionFile?=Url ExtensionPoint+=RibbonPoint" },
  GetStarted: { children: "Title=ShortString Description=LongString LearnMoreUrl=Url" },
  RibbonPoint: { types: { PrimaryCommandSurface: "OfficeTab* CustomTab*", ContextMenu: "OfficeMenu+" } },
  OfficeTab: { attributes: { id }, children: "Group+" },
  CustomTab: { attributes: { id }, children: "Group+ Label=ShortString" },
  OfficeMenu: { attributes: { id }, children: "Control+" },
  Group: { attributes: { id }, children: "OverriddenByRibbonApi? Label=ShortString Icon Control+" },
  Control: {
    attributes: { id },
    types: {
      Button: "OverriddenByRibbonApi? Label=ShortString Supertip Icon Action Enabled?",
      Menu: "OverriddenByRibbonApi? Label=ShortString Supertip Icon Items",
    },
  },
  Items: { children: "Item+" },
  Item: { attributes: { id }, children: "OverriddenByRibbonApi? Label=ShortString Supertip Icon? Action Enabled?" },
  OverriddenByRibbonApi: flag,
  Enabled: flag,
  Supertip: { children: "Title=ShortString Description=LongString" },
  Icon: { children: "bt:Image+=IconImage" },
  IconImage: { resid: "bt:Images", attributes: { size: iconSize } },
  Action: { types: { ExecuteFunction: "FunctionName", ShowTaskpane: "TaskpaneId? SourceLocation=Url Title?=ShortString" } },
  FunctionName: { text: longText },
  TaskpaneId: { text: atMost125 },
  Url: { resid: "bt:Urls" },
  ShortString: { resid: "bt:ShortStrings" },
  LongString: { resid: "bt:LongStrings" },

  Resources: { children: "bt:Images? bt:Urls? bt:ShortStrings? bt:LongStrings?" },
  "bt:Images": { children: "bt:Image+" },
  "bt:Urls": { children: "bt:Url+" },
  "bt:ShortStrings": { children: "bt:String+=ShortText" },
  "bt:LongStrings": { children: "bt:String+=LongText" },
  "bt:Image": resource(address),
  "bt:Url": resource(address),
  ShortText: resource(atMost125),
  LongText: resource(longText),
  "bt:Override": override,
};
