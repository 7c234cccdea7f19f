/*
 * Runs before the add-in's unmodified bundle of functions and stands in for as much of Excel's page as that uses: the place where functions are
 * associated, and an Office that says that it is no Excel but shows numbers with a format (CustomFunctionsRuntime 1.4).
 */
import { createCustomFunctions } from "../../engine/custom-functions";
import { offerCustomFunctions } from "./custom-functions-slot";

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
offerCustomFunctions(functions);
