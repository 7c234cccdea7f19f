/* Entry of the functions bundle, without the pane. The order of imports matters: the stand-in for a missing office.js comes first. */
import "./without-office";
import "../../functions/index";
import { runtime } from "./runtime";

void runtime.start();
