export type OriginOfCells = "sample" | "partly_sample" | "published";

/** Whether the cells show sample data. */
export interface DataOrigin {
  /** Of the cells' answers; without any, of the service: sample data only while it has no published rows at all. Undefined until it is known. */
  origin(): OriginOfCells | undefined;
  /** True if the service serves sample data and has no published rows: nobody has updated it yet. */
  isFirstRun(): boolean;
  /** Reads the service's status again, and forgets the answers of the cells: new data was imported. */
  renew(): Promise<void>;
  onChange(listener: () => void): () => void;
}
