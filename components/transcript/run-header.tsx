import { ShieldAlert } from "lucide-react";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Run } from "@/lib/contract/agents/run";

interface RunHeaderProps {
  run: Run;
  number: number;
  status: string;
  unisolated: boolean;
}

export function RunHeader({ run, number, status, unisolated }: RunHeaderProps) {
  return (
    <div className="space-y-2 pt-2">
      <div className="flex items-center gap-2">
        <h2 id={run.id} className="font-semibold text-sm">
          Run {number}
        </h2>
        <StatusBadge of="run" status={status} />
        <span className="text-muted-foreground text-xs">
          <RelativeTime iso={run.createdAt} />
        </span>
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      {unisolated ? (
        <p className="flex items-start gap-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-1.5 text-warning text-xs">
          <ShieldAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          This run wasn't isolated because bubblewrap isn't available on the service's machine.
        </p>
      ) : null}
    </div>
  );
}
