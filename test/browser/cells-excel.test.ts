import { describeCells } from "../conformance/cells";
import { excelCells } from "./cells-in-excel";

describeCells("Excel", excelCells());
