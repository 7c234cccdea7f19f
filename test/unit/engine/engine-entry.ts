/* The engine, with what tests of edits need of Univer. */
export { ICommandService, IResourceLoaderService, IUniverInstanceService } from "@univerjs/core";
export { IDefinedNamesService } from "@univerjs/engine-formula";
export * from "../../../src/engine/book/book-data";
export * from "../../../src/engine/edits/follow-edits";
export * from "../../../src/engine/formulas/names-in-cells";
export * from "../../../src/engine/headless";
