/** Namespace of the add-in's custom XML part; Excel keeps such parts unchanged. */
export const SETTINGS_NAMESPACE = "urn:service-addin:workbook-settings";
