/* The functions' entry: everything that cells need, without the pane. The order counts: a stand-in for a missing office.js, then the functions. */
import "./without-office";
import "../../functions/index";
import { runtime } from "./runtime";

void runtime.start();
