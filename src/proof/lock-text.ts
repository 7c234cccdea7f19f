import type { Lock } from "./lock";

const lines = (members: Readonly<Record<string, unknown>>): string => {
  const all = Object.entries(members).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return all.length === 0 ? "{}" : `{\n${all.join(",\n")}\n  }`;
};

/** A lock as JSON, with one line for each document, question, name and cell, so that a version control system shows what changed. */
export const lockText = ({ format, documents, questions, names, cells, ...rest }: Lock): string =>
  [
    "{",
    `  "format": ${JSON.stringify(format)},`,
    ...Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `  "documents": ${lines(documents)},`,
    `  "questions": ${lines(questions)},`,
    ...(names ? [`  "names": [\n${names.map((name) => `    ${JSON.stringify(name)}`).join(",\n")}\n  ],`] : []),
    `  "cells": ${lines(cells)}`,
    "}",
    "",
  ].join("\n");
