import fc from "fast-check";
import { expect, it } from "vitest";
import { fuzzSettings, hostileText, mutated } from "@/lib/core/testing/hostile";
import { checkEnvironmentFile } from "./check";

const { seed, count } = fuzzSettings(200);
const slowMs = 5_000;

const valid = {
  name: "web",
  user: "dev",
  build: { dockerfile: "Dockerfile", context: "." },
  install: "npm ci",
  start: "npm start",
  repositoryDependencies: ["example.com/acme/widgets"],
  mcpServerAllowlist: [{ name: "docs", serverUrl: "https://docs.example.com", toolAllowlist: ["read"] }],
  egressMode: "network_settings_only",
  egressAllowlist: ["*.example.com"],
  enable_testing: "true",
  ports: [{ name: "web", port: 3000 }],
  terminals: [{ name: "log", command: "tail" }, [{ name: "a", command: "b" }]],
};

const files = fc.oneof(
  mutated(valid).map((value) => Buffer.from(JSON.stringify(value) ?? "")),
  fc
    .tuple(fc.constant(JSON.stringify(valid, undefined, 2)), hostileText, fc.nat())
    .map(([text, odd, at]) => Buffer.from(text.slice(0, at % text.length) + odd + text.slice(at % text.length))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom("[".repeat(100_000), `{"a":`.repeat(50_000), `"${"\\u0000".repeat(10_000)}"`)
    .map((text) => Buffer.from(text)),
);

it("checks malformed environment files without throwing, and reports a position inside the file", () => {
  let slowest = 0;
  fc.assert(
    fc.property(files, (bytes) => {
      const started = performance.now();
      const { text, diagnostics } = checkEnvironmentFile(bytes);
      slowest = Math.max(slowest, performance.now() - started);
      for (const { start, end } of diagnostics) expect(0 <= start && start <= end && end <= text.length).toBe(true);
    }),
    { seed, numRuns: count },
  );
  process.stdout.write(`fuzz environment files: ${count} inputs, seed ${seed}, slowest ${Math.round(slowest)} ms\n`);
  expect(slowest).toBeLessThan(slowMs);
});
