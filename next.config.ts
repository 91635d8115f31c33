import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  agentRules: false,
  devIndicators: false,
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ["pg", "pino"],
  experimental: { agentUpgrade: false },
};

export default config;
