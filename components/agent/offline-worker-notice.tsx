import Link from "next/link";
import type { OfflineWorker } from "@/lib/contract/dashboard/agent-row";
import { paths } from "@/lib/model/paths";

/** Why a run makes no progress although it is running. */
export function OfflineWorkerNotice({ worker }: { worker: OfflineWorker }) {
  return (
    <p className="mb-3 rounded-md border bg-muted/50 p-3 text-sm">
      <Link href={paths.worker(worker.id)} className="break-all font-medium hover:underline">
        {worker.id}
      </Link>{" "}
      is offline. The run continues if the worker reconnects in time.
    </p>
  );
}
