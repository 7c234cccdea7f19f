import type { BaseFunction } from "@univerjs/engine-formula";
import { averageFunctions } from "./averages";
import { binomialFunctions } from "./binomial";
import { Compare } from "./compare";
import { convertedFunctions } from "./converted-arguments";
import { criteriaFunctions } from "./criteria";
import { dateFunctions } from "./dates";
import { Elementwise, isError } from "./elementwise";
import { errorFunctions } from "./errors";
import { classOf, limitedFunctions } from "./limited";
import { matchFunctions } from "./match";
import { pairFunctions } from "./pairs";
import { xlookup } from "./xlookup";

/** Functions in place of Univer's where those give other values than Excel, do not end, or are missing. */
export const excelFunctions = (): BaseFunction[] => [
  new Compare(),
  ...averageFunctions(),
  ...convertedFunctions(),
  ...criteriaFunctions(),
  ...dateFunctions(),
  ...errorFunctions(),
  ...matchFunctions(),
  ...pairFunctions(),
  xlookup(),
  new Elementwise("HYPERLINK", 1, 2, (link = null, label = link) => (isError(link) ? link : (label ?? 0))),
  ...limitedFunctions(),
  ...binomialFunctions(),
  new (classOf("CEILING.PRECISE"))("ISO.CEILING"),
];
