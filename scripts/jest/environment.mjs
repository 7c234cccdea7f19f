// jest's environment for test files that share modules: the worker's own globals, so that what Node loads and what jest loads are of one realm.
import { TestEnvironment } from "jest-environment-node";

export default class SharedEnvironment extends TestEnvironment {
  #before = Object.getOwnPropertyDescriptors(globalThis);
  #exit = process.exit;

  constructor(config, context) {
    super(config, context);
    const { projectConfig } = config;
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: projectConfig, global: globalThis });
  }

  /** Removes what jest and the test file added. */
  async teardown() {
    await super.teardown();
    process.exit = this.#exit;
    for (const key of Reflect.ownKeys(globalThis)) if (!(key in this.#before)) Reflect.deleteProperty(globalThis, key);
    Object.defineProperties(globalThis, this.#before);
  }
}
