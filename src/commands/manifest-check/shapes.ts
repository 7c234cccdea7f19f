import { address, anyText, guid, iconSize, id, locale, longText, oneOfChoices, resourceId, setVersion, atMost125, version, type ValueRule } from "./values";

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
