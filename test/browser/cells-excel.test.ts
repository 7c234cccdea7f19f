import { describeCells } from "../conformance/cells";
import { openExcelCells } from "./cells-in-excel";
import { stage } from "./stage";

const at = stage();
describeCells("Excel", () => openExcelCells(at));
