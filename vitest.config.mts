import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const folders = "{app,components,lib,service,worker,postgres,scripts}";
/** Tests that give a process settings, which it reads once. */
const isolated = ["lib/server/operations/installations/check-installation-receipt.test.ts"];

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": join(import.meta.dirname, "node_modules/server-only/empty.js") },
  },
  test: {
    pool: "forks",
    // Each worker imports the modules once, for all the files it runs.
    isolate: false,
    // Tests wait for databases and git most of the time: two at once also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ["./scripts/test-run-setup.ts"],
    setupFiles: ["./scripts/test-file-setup.ts"],
    // A busy machine: what holds at last is proved, not how soon.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: "components", environment: "happy-dom", include: [`${folders}/**/*.test.tsx`] },
      },
      {
        extends: true,
        test: { name: "node", include: [`${folders}/**/*.test.ts`], exclude: isolated },
      },
      {
        extends: true,
        test: { name: "isolated", isolate: true, include: isolated },
      },
    ],
  },
});
