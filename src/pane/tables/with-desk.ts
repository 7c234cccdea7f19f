import { tableDeskOf } from "./table-desk";
import { installTables } from "./use-tables";

/* Imported by the tabs of workbooks, whose tables the pane itself inserts and refreshes. */
installTables(tableDeskOf);
