import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: "node",
    pool: "forks",
    globalSetup: ["./scripts/test-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    include: ["{app,components,lib,service,worker,postgres,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["node_modules/**", ".next/**"],
  },
});
