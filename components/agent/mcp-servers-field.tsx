"use client";

import { useId } from "react";
import { Textarea } from "@/components/ui/textarea";
import { CreateRunBody } from "@/lib/contract/agents/create-run";
import { firstProblem } from "@/lib/contract/errors";

const example = `[{ "name": "tracker", "url": "https://mcp.example.com", "headers": { "authorization": "Bearer …" } }]`;

/** Parses the field's text into MCP servers or a problem. Empty text means `undefined`: keep the agent's servers. */
export function parseMcpServers(text: string): { servers: CreateRunBody["mcpServers"] } | { problem: string } {
  if (text.trim() === "") return { servers: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "invalid JSON" };
  }
  const parsed = CreateRunBody.shape.mcpServers.safeParse(value);
  if (parsed.success) return { servers: parsed.data };
  const { field, message } = firstProblem(parsed.error);
  return { problem: field ? `${field}: ${message}` : message };
}

interface McpServersFieldProps {
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

/** MCP servers for one run, replacing the agent's. Not saved in the draft because they may contain secrets. */
export function McpServersField({ text, problem, onChange }: McpServersFieldProps) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="text-muted-foreground text-xs">
        MCP servers for this run, as a JSON array. Replaces the agent&apos;s servers; an empty array disables all.
      </label>
      <Textarea
        id={id}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        placeholder={example}
        autoCapitalize="none"
        spellCheck={false}
        className="max-h-[30vh] min-h-16 font-mono text-xs"
      />
      {problem ? (
        <p id={`${id}-problem`} className="text-danger text-xs">
          MCP servers: {problem}
        </p>
      ) : null}
    </div>
  );
}
