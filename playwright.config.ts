import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "./e2e",
  outputDir: "./test-results",
  globalSetup: "./scripts/testing/browser-run-setup.ts",
  fullyParallel: false,
  // Each worker starts a separate app.
  workers: Math.max(2, availableParallelism() - 1),
  // Repeated once; the summary of `npm test` lists tests that pass only then.
  retries: 1,
  projects: [
    { name: "gate", grepInvert: /@long/, timeout: 90_000, expect: { timeout: 15_000 } },
    // Long journeys, which `npm test` leaves to `npm run test:all`.
    ...(process.env.TESTS === "gate"
      ? []
      : [{ name: "long", grep: /@long/, timeout: 300_000, expect: { timeout: 30_000 } }]),
  ],
  reporter: process.env.REPORT_FILE ? [["list"], ["./scripts/testing/playwright-reporter.mjs"]] : [["list"]],
  use: {
    actionTimeout: 15_000,
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
