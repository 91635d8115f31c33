"use client";

import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import type { McpPolicy } from "@/lib/model/environment/effective";
import { mcpVerdict } from "@/lib/model/environment/mcp-policy";
import { VerdictLine } from "./verdict-line";

/** Tests an MCP server, by URL or command, against the policy. */
export function McpTest({ policy }: { policy: McpPolicy }) {
  const [typed, setTyped] = useState("");
  const server = typed.trim();
  const verdict =
    server === ""
      ? undefined
      : mcpVerdict(policy, /^https?:\/\//i.test(server) ? { url: server } : { command: server });
  return (
    <div className="space-y-1.5">
      <TextField
        label="Test an MCP server"
        hint="A URL or a stdio command."
        value={typed}
        onValue={setTyped}
        placeholder="https://mcp.example.com/v1"
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
      />
      {verdict ? <VerdictLine verdict={verdict.verdict} reason={verdict.reason} /> : null}
      {verdict?.tools ? (
        <p className="text-muted-foreground text-xs">Allowed tools: {verdict.tools.join(", ")}.</p>
      ) : null}
    </div>
  );
}
