import { useEffect, useRef } from "react";
import { announce } from "@/components/ui/announcer";
import type { AgentStatus, StatusKind } from "@/lib/model/status/agent-status";

const announcedKinds: ReadonlySet<string> = new Set<StatusKind>(["queued", "starting", "running"]);

/** Announces to screen readers that the agent is queued, starting or running. The end of a run is announced with its result. */
export function useStatusAnnouncement(status: AgentStatus | undefined): void {
  const last = useRef<string>(undefined);
  const { kind, label } = status ?? {};
  useEffect(() => {
    if (kind === undefined) return;
    if (last.current !== undefined && last.current !== kind && announcedKinds.has(kind)) announce(`Agent ${label}.`);
    last.current = kind;
  }, [kind, label]);
}
