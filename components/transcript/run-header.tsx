import { ShieldX } from "lucide-react";
import type { MouseEvent } from "react";
import { isPlainClick } from "@/components/ui/plain-click";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useUrlState } from "@/components/ui/use-url-state";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Run } from "@/lib/contract/agents/run";
import { paths } from "@/lib/model/paths";
import { runLabel } from "@/lib/model/runs/run-reference";
import type { Transcript } from "@/lib/model/transcript/state";
import { PortPreviews } from "./port-previews";

interface RunHeaderProps {
  run: Run;
  number: number | undefined;
  status: string;
  env: Agent["env"];
  transcript: Pick<Transcript, "environment" | "snapshot" | "blocked">;
}

/** Settings of the environment file that aren't shown elsewhere. */
interface EnvironmentLineProps extends Pick<Transcript, "snapshot"> {
  environment: NonNullable<Transcript["environment"]>;
}

function EnvironmentLine({ environment, snapshot }: EnvironmentLineProps) {
  const { name, user, egressMode, testing, ports } = environment;
  const parts = [
    ...(name ? [name] : []),
    ...(user ? [`user ${user}`] : []),
    `network ${egressMode}`,
    ...(ports.length > 0
      ? [`ports ${ports.map((each) => (each.name ? `${each.port} (${each.name})` : each.port)).join(", ")}`]
      : []),
    ...(testing ? [] : ["testing off"]),
    ...(snapshot ? [`${snapshot.action === "stored" ? "stored" : "started from"} ${snapshot.id}`] : []),
  ];
  return <p className="text-muted-foreground text-xs">Environment: {parts.join(" · ")}</p>;
}

export function RunHeader({ run, number, status, env, transcript }: RunHeaderProps) {
  const { environment, snapshot, blocked } = transcript;
  const url = useUrlState();
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    url.set({ run: run.id }, { hash: "" });
  };
  return (
    <div className="space-y-2 pt-2">
      <div className="flex items-center gap-2">
        <h2 id={run.id} className="font-semibold text-sm">
          <a href={paths.agentRun(run.agentId, run.id)} onClick={open} data-in-place="" className="hover:underline">
            {runLabel(number)}
          </a>
        </h2>
        <StatusBadge of="run" status={status} env={env} />
        <span className="text-muted-foreground text-xs">
          <RelativeTime iso={run.createdAt} />
        </span>
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      {environment ? <EnvironmentLine environment={environment} snapshot={snapshot} /> : null}
      {environment && environment.ports.length > 0 && status === "RUNNING" ? (
        <PortPreviews run={run} ports={environment.ports} />
      ) : null}
      {blocked.length > 0 ? (
        <details className="rounded-md border px-3 py-1.5 text-xs">
          <summary className="flex cursor-pointer items-center gap-2">
            <ShieldX aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            {blocked.length === 1 ? "1 blocked connection" : `${blocked.length} blocked connections`}
          </summary>
          <ul className="mt-1 space-y-1 text-muted-foreground">
            {blocked.map(({ host, port, reason }) => (
              <li key={`${host}:${port}`} className="break-words">
                <code className="font-mono">
                  {host}:{port}
                </code>{" "}
                is {reason}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
