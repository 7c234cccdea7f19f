import type { BaseFunction } from "@univerjs/engine-formula";
import { aggregateFunctions } from "./aggregates";
import { argumentFunctions } from "./arguments";
import { areaFunctions, indirect, lookupFunctions } from "./lookups";
import { binomialFunctions, distributionFunctions } from "./distributions";
import { choiceFunctions, errorFunctions } from "./choices";
import { Compare } from "./compare";
import { criteriaFunctions } from "./criteria";
import { dateFunctions } from "./dates";
import { Elementwise, isFormulaError } from "./elementwise";
import { fixed } from "./formatted-texts";
import { limitedFunctions } from "./limited";
import { modulo, operatorFunctions } from "./operators";
import { pairFunctions, rankFunctions, sort } from "./ranks";
import { searchFunction, concatenate } from "./texts";
import { univerFunction } from "./univer-class";
import { xlookupFunctions } from "./xlookup";

/** Functions in place of Univer's where those give other values than Excel, do not end, or are missing. Of two with the same name, the second counts. */
export const excelFunctions = (): BaseFunction[] => [
  ...argumentFunctions(),
  new Compare(),
  ...operatorFunctions(),
  ...aggregateFunctions(),
  ...choiceFunctions(),
  concatenate(),
  fixed(),
  indirect(),
  ...areaFunctions(),
  ...criteriaFunctions(),
  ...dateFunctions(),
  ...distributionFunctions(),
  ...errorFunctions(),
  ...lookupFunctions(),
  modulo(),
  ...pairFunctions(),
  ...rankFunctions(),
  searchFunction(),
  sort(),
  ...xlookupFunctions(),
  // Univer's gives a text with the link in it, which the cell does not show as a value, and makes a link of every equal text.
  new Elementwise("HYPERLINK", 1, 2, (link = null, label = link) => (isFormulaError(link) ? link : (label ?? 0))),
  ...limitedFunctions(),
  ...binomialFunctions(),
  univerFunction("CEILING.PRECISE", "ISO.CEILING"),
];
