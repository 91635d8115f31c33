import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Each worker imports the modules of a project once, so there are only the two that need different globals. */
const project = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, ...options },
});

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": join(import.meta.dirname, "node_modules/server-only/empty.js") },
  },
  test: {
    pool: "forks",
    isolate: false,
    // Tests wait for databases and git for a third of their time, so one more worker than cores pays off.
    maxWorkers: availableParallelism() + 1,
    // Projects share transformed modules, and so do runs.
    experimental: { fsModuleCache: true },
    globalSetup: ["./scripts/test-run-setup.ts"],
    setupFiles: ["./scripts/test-file-setup.ts"],
    // Repeated once; the summary of `npm test` lists tests that pass only then.
    retry: 1,
    // Generous, because tests check results, not durations.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    tags: [{ name: "long", description: "Run only by `npm run test:all`", timeout: 600_000 }],
    projects: [
      project("components", ["{app,components,lib}/**/*.test.tsx"], { environment: "happy-dom" }),
      project("programs", ["{app,bench,components,git,lib,postgres,runner,scripts,service,worker}/**/*.test.ts"]),
    ],
  },
});
