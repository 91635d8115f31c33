"use client";

import { type ReactNode, useId } from "react";
import { Badge } from "@/components/ui/badge";
import type { Checked } from "@/lib/model/environment/check";
import { environmentShape } from "@/lib/model/environment/definition";
import type { Base, EffectiveEnvironment, McpPolicy } from "@/lib/model/environment/effective";
import { EgressTest } from "./egress-test";
import { McpTest } from "./mcp-test";

const pathLabel = (path: string | undefined) => (path === undefined ? "outside the repository" : `/${path}`);

function BaseView({ base }: { base: Base }) {
  switch (base.kind) {
    case "snapshot":
      return (
        <>
          Snapshot <code className="font-mono">{base.id}</code>
        </>
      );
    case "image":
      return (
        <>
          Image <code className="break-all font-mono">{base.reference}</code>
        </>
      );
    case "default":
      return <>Default base (Ubuntu VM)</>;
    case "build":
      return (
        <>
          Built from{" "}
          {base.dockerfileContents === undefined ? (
            <code className="break-all font-mono">{pathLabel(base.dockerfile)}</code>
          ) : (
            "the inline Dockerfile"
          )}
          , context <code className="break-all font-mono">{pathLabel(base.context)}</code>
        </>
      );
  }
}

const policyLabels: Readonly<Record<McpPolicy["kind"], string>> = {
  disabled: "All user and team MCP servers are blocked. Built-in servers aren't restricted.",
  inherited: "Team and user policies apply. Built-in servers aren't restricted.",
  allowlist: "Only servers that match an entry are allowed. Built-in servers aren't restricted.",
};

function commandsOf({ install, start, terminals }: EffectiveEnvironment) {
  return [
    ...(install === undefined ? [] : [{ when: "On startup, after the pull", command: install, detail: undefined }]),
    ...(start === undefined ? [] : [{ when: "On start", command: start, detail: undefined }]),
    ...terminals.flatMap((group, index) =>
      group.map(({ name, command, description }) => ({
        when: `Terminal ${name ?? index + 1}${group.length > 1 ? ` (list ${index + 1})` : ""}`,
        command,
        detail: description,
      })),
    ),
  ];
}

/** The effective environment, after defaults and precedence. */
export function EffectivePanel({ checked }: { checked: Checked }) {
  const { effective, valid } = checked;
  const commands = commandsOf(effective);
  const mode = environmentShape.properties.egressMode.choices.find(({ value }) => value === effective.egress.mode);
  return (
    <div className="space-y-5 p-4 text-sm">
      {valid ? null : (
        <p className="rounded-md bg-danger-soft p-3 text-danger">
          The file is invalid and will be rejected. This preview shows the parts that could be read.
        </p>
      )}
      <PanelSection title="Base">
        <p>
          <BaseView base={effective.base} />
        </p>
        <p className="text-muted-foreground">
          Runs as {effective.user ?? "the base image's user"}. Agents{" "}
          {effective.agentCanUpdateSnapshot ? "can" : "can't"} update the snapshot.
        </p>
      </PanelSection>
      <PanelSection title="Commands, in order">
        {commands.length === 0 ? <p className="text-muted-foreground">None.</p> : null}
        <ol className="space-y-2">
          {commands.map(({ when, command, detail }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: commands are identified by position only
            <li key={index}>
              <p className="text-muted-foreground text-xs">{when}</p>
              <pre className="overflow-x-auto rounded bg-code px-2 py-1 font-mono text-xs">{command}</pre>
              {detail ? <p className="text-muted-foreground text-xs">{detail}</p> : null}
            </li>
          ))}
        </ol>
      </PanelSection>
      <PanelSection title="Egress">
        <p>
          <code className="font-mono">{effective.egress.mode}</code>{" "}
          {effective.egress.explicit ? null : <Badge>Default</Badge>}
        </p>
        <p className="text-muted-foreground">{mode?.meaning}</p>
        <EgressTest egress={effective.egress} />
      </PanelSection>
      <PanelSection title="MCP servers">
        <p className="text-muted-foreground">{policyLabels[effective.mcp.kind]}</p>
        <McpTest policy={effective.mcp} />
      </PanelSection>
      <PanelSection title="Access and testing">
        <ul className="space-y-1">
          <li>
            {effective.repositoryDependencies.length === 0
              ? "The git token can access only the agent's repositories."
              : `The git token can also access ${effective.repositoryDependencies.join(", ")}.`}
          </li>
          <li>Cloud testing is {effective.testing ? "on" : "off"}.</li>
          {effective.ports.length > 0 ? (
            <li>Ports: {effective.ports.map(({ name, port }) => (name ? `${port} (${name})` : port)).join(", ")}.</li>
          ) : null}
        </ul>
      </PanelSection>
    </div>
  );
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-1.5">
      <h2 id={id} className="font-semibold text-sm">
        {title}
      </h2>
      {children}
    </section>
  );
}
