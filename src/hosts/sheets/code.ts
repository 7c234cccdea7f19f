/* The entry of the script: what the generated functions of Code.js call. */
import "./older-runtime";
export { evaluateCell } from "./cell";
