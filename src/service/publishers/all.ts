import { board } from "./board/board";
import { nyfed } from "./nyfed/nyfed";
import { fiscaldata } from "./fiscaldata/fiscaldata";
import { bls } from "./bls/bls";
import { dol } from "./dol/dol";
import { finra } from "./finra/finra";
import { cftc } from "./cftc/cftc";
import { tic } from "./tic/tic";
import { oecd } from "./oecd/oecd";
import { worldbank } from "./worldbank/worldbank";
import { bis } from "./bis/bis";
import { ecb } from "./ecb/ecb";
import { house } from "./house/house";
import { hyperliquid } from "./hyperliquid/hyperliquid";
import { okx } from "./okx/okx";
import { bybit } from "./bybit/bybit";
import { binance } from "./binance/binance";
import { polymarket } from "./polymarket/polymarket";
import { kalshi } from "./kalshi/kalshi";
import { gdelt } from "./gdelt/gdelt";
import { fred } from "./fred/fred";
import { whale } from "./own/whale/whale";
import { forecasts } from "./own/forecasts";
import { prices } from "./own/prices";
import { splits } from "./own/splits";
import type { Publisher } from "./publisher";
import { sec } from "./sec/sec";
import { treasury } from "./treasury/treasury";

/** All publishers, in the order of `data -- status`. Add new ones here. */
export const PUBLISHERS: readonly Publisher[] = [
  treasury,
  board,
  nyfed,
  sec,
  fiscaldata,
  bls,
  dol,
  finra,
  cftc,
  tic,
  oecd,
  worldbank,
  bis,
  ecb,
  house,
  hyperliquid,
  okx,
  bybit,
  binance,
  polymarket,
  kalshi,
  whale,
  gdelt,
  fred,
  prices,
  splits,
  forecasts,
];

export const publisherOf = (id: string): Publisher | undefined => PUBLISHERS.find((p) => p.id === id);
