import type { EnvironmentProperty, environmentShape } from "./definition";

export interface Build {
  dockerfile?: string;
  dockerfileContents?: string;
  context?: string;
}

export interface McpAllowEntry {
  name?: string;
  serverUrl?: string;
  command?: string;
  toolAllowlist?: readonly string[];
}

export type EgressMode = (typeof environmentShape)["properties"]["egressMode"]["choices"][number]["value"];

export interface Port {
  name?: string;
  port: number;
}

export interface Terminal {
  name?: string;
  command: string;
  description?: string;
}

/** The value of an environment file. */
export interface Environment {
  build?: Build;
  image?: string;
  snapshot?: string;
  agentCanUpdateSnapshot?: boolean;
  name?: string;
  user?: string;
  install?: string;
  start?: string;
  repositoryDependencies?: readonly string[];
  disableAllMcpServers?: boolean;
  mcpServerAllowlist?: readonly McpAllowEntry[];
  egressAllowlist?: readonly string[];
  egressMode?: EgressMode;
  chromeExecutablePath?: string;
  enable_testing?: boolean | "true" | "false";
  ports?: readonly Port[];
  terminals?: readonly (Terminal | readonly Terminal[])[];
}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
/** Doesn't compile if the type and the definition have different properties. */
export const everyPropertyIsTyped: Same<keyof Environment, EnvironmentProperty> = true;
