import type { McpPolicy } from "./effective";
import { coversDomain } from "./egress";
import type { McpAllowEntry } from "./environment";
import { matchesGlob } from "./glob";

/** An MCP server of an agent. Built-in servers are part of the service. */
export type McpCandidate = { url: string } | { command: string } | { builtIn: string };

interface McpVerdict {
  verdict: "allowed" | "depends" | "blocked";
  reason: string;
  /** Allowed tools; `undefined` means all. */
  tools?: readonly string[];
}

function coversUrl(pattern: string, url: string): boolean {
  if (!URL.canParse(url)) return matchesGlob(pattern, url);
  const { href, hostname, host } = new URL(url);
  if (pattern.includes("://")) {
    const trim = (each: string) => each.replace(/\/$/, "");
    return matchesGlob(trim(pattern), trim(href)) || matchesGlob(trim(pattern), trim(url));
  }
  return coversDomain(pattern, hostname) || coversDomain(pattern, host);
}

/** A pattern without spaces and `*` matches the program's name, with any arguments and path. */
function coversCommand(pattern: string, command: string): boolean {
  const [program = ""] = command.trim().split(/\s+/);
  return (
    matchesGlob(pattern, command.trim()) ||
    pattern === program ||
    pattern === program.slice(program.lastIndexOf("/") + 1)
  );
}

function covers(entry: McpAllowEntry, server: { url: string } | { command: string }): boolean {
  if ("url" in server) return entry.serverUrl !== undefined && coversUrl(entry.serverUrl, server.url);
  return entry.command !== undefined && coversCommand(entry.command, server.command);
}

/** The policy's verdict on an MCP server. */
export function mcpVerdict(policy: McpPolicy, server: McpCandidate): McpVerdict {
  if ("builtIn" in server) return { verdict: "allowed", reason: "Built-in servers are never restricted." };
  if (policy.kind === "disabled")
    return { verdict: "blocked", reason: "disableAllMcpServers blocks all user and team servers." };
  if (policy.kind === "inherited")
    return { verdict: "depends", reason: "No allowlist in this file. Team and user policies apply." };
  const index = policy.entries.findIndex((entry) => covers(entry, server));
  const entry = policy.entries[index];
  if (!entry) return { verdict: "blocked", reason: "No match in mcpServerAllowlist." };
  const tools = entry.toolAllowlist?.length ? { tools: entry.toolAllowlist } : {};
  return {
    verdict: "allowed",
    reason: `Matches mcpServerAllowlist[${index}]${entry.name ? ` (${entry.name})` : ""}.`,
    ...tools,
  };
}
