/** The part of functions.json that the engine uses. */
export interface FunctionsMetadata {
  readonly functions: readonly FunctionMetadata[];
  readonly enums?: readonly EnumMetadata[];
}

export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly ParameterMetadata[];
}

export interface ParameterMetadata {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  /** `matrix` takes a whole range per call; anything else takes one value per call. */
  readonly dimensionality?: string;
  readonly optional?: boolean;
  readonly repeating?: boolean;
  /** The drop-down of allowed values. */
  readonly customEnumId?: string;
}

export interface EnumMetadata {
  readonly id: string;
  readonly values: readonly { readonly name: string; readonly tooltip?: string }[];
}
