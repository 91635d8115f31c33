"use client";

import { useState } from "react";
import { Command } from "@/components/ui/command-block";
import { Segmented } from "@/components/ui/segmented";
import { addWorkerCommand, isLocalOnly, type WorkerPlatform, type WorkerStart } from "@/lib/model/queue/start-command";

const platforms: readonly { value: WorkerPlatform; label: string }[] = [
  { value: "linux", label: "Linux" },
  { value: "macos", label: "macOS" },
  { value: "windows", label: "Windows" },
  { value: "docker", label: "Docker" },
];

interface WorkerCommandProps {
  start: WorkerStart;
  pool: string;
  repository: string | undefined;
  /** Undefined: the command contains the masked key. */
  token: string | undefined;
}

/** The command that adds a worker, for the chosen platform. */
export function WorkerCommand({ start, pool, repository, token }: WorkerCommandProps) {
  const [platform, setPlatform] = useState<WorkerPlatform>("linux");
  return (
    <div className="space-y-2">
      <Segmented label="Platform" value={platform} options={platforms} onChange={setPlatform} />
      <Command text={addWorkerCommand(platform, start, { pool, repository, token })} what="start command" />
      {platform === "macos" ? (
        <p className="text-muted-foreground text-xs">
          macOS has no sandbox, so the worker only runs the script agent. For other agents, use Linux in a virtual
          machine.
        </p>
      ) : null}
      {platform === "windows" ? (
        <p className="text-muted-foreground text-xs">Requires the Windows Subsystem for Linux.</p>
      ) : null}
      {isLocalOnly(start) ? (
        <p className="text-muted-foreground text-xs">
          {start.endpoint} is only reachable from the machine that runs Slipway. Set SERVICE_PUBLIC_URL to add other
          machines.
        </p>
      ) : null}
    </div>
  );
}
