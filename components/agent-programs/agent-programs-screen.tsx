"use client";

import { useQuery } from "@tanstack/react-query";
import { CallFailure } from "@/components/ui/call-failure";
import { Command } from "@/components/ui/command-block";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { agentProgramsQuery } from "./agent-program-queries";
import { PresetItem } from "./preset-item";
import { ProgramItem } from "./program-item";

/** The agent programs of the service, and the presets that can be added. */
export function AgentProgramsScreen() {
  const { data, error, isPending, refetch } = useQuery(agentProgramsQuery());
  const added = new Set(data?.items.map(({ preset }) => preset));
  const presets = data?.presets.filter(({ id }) => !added.has(id)) ?? [];
  return (
    <div className="max-w-content space-y-6 p-4 text-sm">
      <section aria-label="Agents" className="space-y-3">
        <p className="text-muted-foreground">
          Coding agents that users can launch as models. Keys are stored encrypted, and only the agent&apos;s program
          receives them.
        </p>
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data
              ? "The list may be out of date."
              : "Couldn't load agents. Agents can only be set up on the embedded service."}
          </CallFailure>
        ) : null}
        {isPending ? <SkeletonRows label="Loading agents" /> : null}
        {data?.items.length === 0 ? <p>No agents yet. Until you add one, only the script agent is available.</p> : null}
        {data?.items.map((program) => (
          <ProgramItem key={program.name} program={program} />
        ))}
        {data && data.fixed.length > 0 ? (
          <p className="text-muted-foreground">
            Also in the <code className="font-mono text-xs">AGENTS</code> setting: {data.fixed.join(", ")}.
          </p>
        ) : null}
      </section>
      {presets.length > 0 ? (
        <section aria-labelledby="add-agent" className="space-y-3">
          <h2 id="add-agent" className="font-medium text-base">
            Add an agent
          </h2>
          <ul className="space-y-3">
            {presets.map((preset) => (
              <PresetItem key={preset.id} preset={preset} />
            ))}
          </ul>
        </section>
      ) : null}
      {data ? (
        <section aria-labelledby="custom-agent" className="space-y-2">
          <h2 id="custom-agent" className="font-medium text-base">
            Other agents
          </h2>
          <p className="text-muted-foreground">
            You can add any program that supports the Agent Client Protocol. Run this on the machine that runs Slipway:
          </p>
          <Command what="command" text="npx slipway agents add my-agent -- my-agent acp" />
        </section>
      ) : null}
    </div>
  );
}
