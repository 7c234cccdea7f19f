/* Entry of the functions bundle, without the pane. The order of imports matters: the stand-in for a missing office.js comes first. */
import "./without-office";
import { functions } from "../../functions/index";
import { associateWithoutPrefix } from "./associate-without-prefix";
import { runtime } from "./runtime";

associateWithoutPrefix(functions);
void runtime.start();
