import { centralBanks } from "./central-banks/central-banks";
import { cot } from "./cot/cot";
import type { Family } from "../answers/family";
import { funding } from "./funding/funding";
import { international } from "./international/international";
import { onchainRisk } from "./onchain-risk/onchain-risk";
import { osint } from "./osint/osint";
import { prediction } from "./prediction/prediction";
import { macroRegime } from "./regime/regime";
import { surprise } from "./surprise/surprise";
import { tic } from "./tic/tic";
import { whales } from "./whale/whale";

/** The families of the wider economy and of crypto. */
export const WORLD_FAMILIES: readonly Family[] = [
  macroRegime,
  centralBanks,
  international,
  surprise,
  whales,
  funding,
  onchainRisk,
  prediction,
  osint,
  cot,
  tic,
];
