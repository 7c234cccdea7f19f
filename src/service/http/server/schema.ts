import { Type, type SchemaOptions, type TSchema } from "@sinclair/typebox";

/** A value, or null if it is unknown. */
export const orNull = (of: TSchema, description: string): TSchema => Type.Union([of, Type.Null()], { description });

/** One of these words. */
export const oneOfTexts = <const W extends string>(words: readonly W[], options: SchemaOptions = {}) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    options,
  );
