// Checks an OpenAPI document with two validators and generates the types of a client. Reads the document from a file; prints { problems, types } as JSON.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { readFileSync } from "node:fs";
import process from "node:process";
import openapiTS, { astToString } from "openapi-typescript";

const source = readFileSync(process.argv[2], "utf8");
const document = JSON.parse(source);

const { valid, errors } = await new Validator().validate(JSON.parse(source));
const config = await createConfig({
  extends: ["recommended-strict"],
  rules: { "no-invalid-media-type-examples": "error", "no-invalid-parameter-examples": "error", "no-invalid-schema-examples": "error" },
});
const found = await lintFromString({ source, config });
const problems = [
  ...(valid ? [] : [`schema: ${JSON.stringify(errors)}`]),
  ...found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
];
process.stdout.write(JSON.stringify({ problems, types: astToString(await openapiTS(document)) }));
