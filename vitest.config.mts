import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": join(import.meta.dirname, "node_modules/server-only/empty.js") },
  },
  test: {
    environment: "node",
    pool: "forks",
    // Tests wait for databases and git most of the time: two at once also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ["./scripts/test-setup.ts"],
    setupFiles: ["./scripts/test-waits.ts"],
    // A busy machine: what holds at last is proved, not how soon.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    include: ["{app,components,lib,service,worker,postgres,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["node_modules/**", ".next/**"],
  },
});
