/* The entry of the script: what the functions of Code.js hand on to. Google calls them by name, from cells, the menu, the sidebar and triggers. */
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
  serviceScheduledRefresh,
  serviceSidebar,
} from "./menu/index";
