import { join } from "node:path";
import config from "../../vitest.config.mjs";

const root = join(import.meta.dirname, "../..");
const { projects: _projects, globalSetup: _setup, ...shared } = config.test ?? {};

/** The tests of the sandbox and of what agents leave, for an account that can't write to this folder. They need no database. */
export default {
  ...config,
  root,
  test: {
    ...shared,
    include: ["runner/sandbox/**/*.test.ts", "runner/stores/remove-tree.test.ts"],
    exclude: ["**/unprivileged.test.ts"],
    experimental: { fsModuleCache: false },
  },
};
