import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests that change process-wide settings, which are read once. */
const isolated = [
  "scripts/cli/cli.test.ts",
  "lib/server/description/generated-client.test.ts",
  "lib/server/agent-access/sessions-ended.test.ts",
  "lib/server/gateway/agent-rights.test.ts",
  "lib/server/metrics/dashboard-metrics.test.ts",
  "lib/server/operations/automations/automations.test.ts",
  "lib/server/operations/follow-ups/add-follow-up.test.ts",
  "lib/server/operations/follow-ups/queue-access.test.ts",
  "lib/server/operations/follow-ups/retry-run.test.ts",
  "lib/server/operations/installations/check-installation-receipt.test.ts",
  "lib/server/operations/notifications/inbox-notifications.test.ts",
  "lib/server/operations/notifications/notifications.test.ts",
  "lib/server/operations/operations.fuzz.test.ts",
  "lib/server/operations/pools/create-registration-token.test.ts",
  "lib/server/operations/pools/get-known-worker.test.ts",
  "lib/server/operations/runs/list-numbered-runs.test.ts",
  "lib/server/operations/search/search-everything.test.ts",
  "lib/server/operations/variables/variables.test.ts",
  "lib/server/upstream/security-warnings.test.ts",
  "lib/server/variables/launch-variables.test.ts",
];

/**
 * Each worker imports the modules of a project once. Projects separate tests that start many git processes from tests that
 * use much memory, because a large process forks slowly.
 */
const project = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, exclude: isolated, ...options },
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
      project("hosting", ["service/hosting/**/*.test.ts"]),
      project("isolated", isolated, { isolate: true, exclude: [] }),
      project("library", ["{app,components,lib}/**/*.test.ts"]),
      project("programs", ["{bench,worker,postgres,scripts,service/testing}/**/*.test.ts"]),
      project("service", ["service/!(hosting|testing)/**/*.test.ts", "service/*.test.ts"]),
    ],
  },
});
