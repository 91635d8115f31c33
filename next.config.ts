import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  agentRules: false,
  devIndicators: false,
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: [
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-node",
    "pg",
    "pino",
  ],
  // `npm test` and `npm run typecheck` check the types of all programs.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    agentUpgrade: false,
    // Writing the cache takes a third of a first build.
    turbopackFileSystemCacheForBuild: false,
  },
};

export default config;
