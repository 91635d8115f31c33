import type { McpPolicy } from "./effective";
import { coversDomain } from "./egress";
import type { McpAllowEntry } from "./environment";
import { matchesGlob } from "./glob";

/** An MCP server as agents are given it. Built-in ones come with the service. */
export type McpCandidate = { url: string } | { command: string } | { builtIn: string };

interface McpVerdict {
  verdict: "allowed" | "depends" | "blocked";
  reason: string;
  /** The tools that are allowed; `undefined` means all. */
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

/** A pattern of one word without `*` means the program, whatever its arguments and folder. */
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

/** What the environment says of an MCP server. */
export function mcpVerdict(policy: McpPolicy, server: McpCandidate): McpVerdict {
  if ("builtIn" in server) return { verdict: "allowed", reason: "Built-in servers are never restricted." };
  if (policy.kind === "disabled")
    return { verdict: "blocked", reason: "disableAllMcpServers blocks every user and team server." };
  if (policy.kind === "inherited")
    return { verdict: "depends", reason: "There is no allowlist here: the policy of team and user decides." };
  const index = policy.entries.findIndex((entry) => covers(entry, server));
  const entry = policy.entries[index];
  if (!entry) return { verdict: "blocked", reason: "No entry of mcpServerAllowlist covers it." };
  const tools = entry.toolAllowlist?.length ? { tools: entry.toolAllowlist } : {};
  return {
    verdict: "allowed",
    reason: `mcpServerAllowlist[${index}]${entry.name ? ` (${entry.name})` : ""} covers it.`,
    ...tools,
  };
}
