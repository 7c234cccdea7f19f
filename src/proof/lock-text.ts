import type { Lock } from "./lock";

const lines = (members: Readonly<Record<string, unknown>>): string => {
  const all = Object.entries(members).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return all.length === 0 ? "{}" : `{\n${all.join(",\n")}\n  }`;
};

/** A lock as JSON, with one line for each document, question and cell, so that a version control system shows what changed. */
export const lockText = ({ format, documents, questions, cells, ...rest }: Lock): string =>
  [
    "{",
    `  "format": ${JSON.stringify(format)},`,
    ...Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `  "documents": ${lines(documents)},`,
    `  "questions": ${lines(questions)},`,
    `  "cells": ${lines(cells)}`,
    "}",
    "",
  ].join("\n");
