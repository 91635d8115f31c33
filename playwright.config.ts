import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "./e2e",
  outputDir: "./test-results",
  globalSetup: "./scripts/testing/browser-run-setup.ts",
  fullyParallel: false,
  // Each worker starts a separate app.
  workers: Math.max(2, availableParallelism() - 1),
  retries: 0,
  // The slowest tests run only with `npm run test:browser`.
  ...(process.env.BROWSER_TESTS === "all" ? {} : { grepInvert: /@long/ }),
  // Generous, because durations on a busy machine prove nothing. Tests wait for visible results.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json"]],
  use: {
    actionTimeout: 60_000,
    video: "off",
    // Transitions cost frames, clicks wait for their end, and colors can't be checked until then.
    contextOptions: { reducedMotion: "reduce" },
    // TRACE=1 keeps traces of failed tests. Recording them takes a fifth of the CPU time.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
