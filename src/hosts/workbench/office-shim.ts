/*
 * Runs before the add-in's unmodified functions bundle and provides what it uses of Excel's page: `CustomFunctions.associate`, and an Office that is not Excel
 * but supports formatted numbers (CustomFunctionsRuntime 1.4).
 */
import { createCustomFunctions } from "../../engine/calls/custom-functions";
import { CUSTOM_FUNCTIONS } from "./slots";

const { global: customFunctions, functions } = createCustomFunctions();
const nobody = { host: null, platform: null } as const;

Object.assign(globalThis, {
  CustomFunctions: customFunctions,
  Office: {
    HostType: { Excel: "Excel" },
    onReady: async (ready?: (info: typeof nobody) => void) => {
      ready?.(nobody);
      return nobody;
    },
    context: { requirements: { isSetSupported: (name: string, version = "1.1") => name === "CustomFunctionsRuntime" && Number(version) <= 1.4 } },
  },
});
CUSTOM_FUNCTIONS.offer(functions);
