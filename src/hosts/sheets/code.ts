/* Entry point of the script. The functions of Code.js call these; Google calls them by name from cells, the menu, the sidebar and triggers. */
import "./older-runtime";

export { evaluateCell } from "./cell";
export {
  onInstall,
  onOpen,
  serviceCopyAsValues,
  serviceOpenSidebar,
  serviceOpenSources,
  serviceRefreshBook,
  serviceRefreshErrors,
  serviceRefreshSheet,
  serviceRefreshTables,
  serviceScheduledRefresh,
  serviceSetAsOf,
  serviceSidebar,
} from "./menu/index";
