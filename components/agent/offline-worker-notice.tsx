import { WorkerLink } from "@/components/workers/worker-link";
import type { OfflineWorker } from "@/lib/contract/dashboard/agent-row";

/** Why a run makes no progress although it is running. */
export function OfflineWorkerNotice({ worker }: { worker: OfflineWorker }) {
  return (
    <p className="mb-3 rounded-md border bg-muted/50 p-3 text-sm">
      Worker <WorkerLink id={worker.id} /> is offline. The run continues if the worker reconnects in time.
    </p>
  );
}
