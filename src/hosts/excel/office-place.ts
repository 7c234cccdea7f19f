import { STORED_NAME, type StoragePlace } from "../../web-page/key-store";

interface OfficeStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

const storage = (): OfficeStorage => (globalThis as unknown as { OfficeRuntime: { storage: OfficeStorage } }).OfficeRuntime.storage;

/** Office's add-in storage: unencrypted, on the device, shared by the pages of this origin. Available once the host is ready. */
export const officePlace: StoragePlace = {
  name: "office",
  get: async () => storage().getItem(STORED_NAME),
  set: async (text) => storage().setItem(STORED_NAME, text),
  remove: async () => storage().removeItem(STORED_NAME),
};

/** The storage partition of a document's site in Office on the web; undefined elsewhere. */
export const officePartition = (): string | undefined =>
  typeof Office === "undefined" ? undefined : (Office.context as { partitionKey?: string } | undefined)?.partitionKey;
