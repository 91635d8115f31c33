import { Circle, CircleDot } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { isoTime } from "@/lib/clock/clock";
import type { Worker } from "@/lib/contract/pools/worker";
import { paths } from "@/lib/paths";

const headings = ["Worker", "State", "Serves", "Agent", "Connected"];

/** The workers that are connected at the moment. */
export function WorkerList({ workers }: { workers: readonly Worker[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard.
    <section aria-label="Workers" tabIndex={0} className="overflow-x-auto rounded-md border">
      <table className="w-full min-w-[36rem] text-left text-sm">
        <thead className="text-muted-foreground text-xs">
          <tr className="border-b">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-1.5 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {workers.map((worker) => (
            <tr key={worker.workerId} className="hover:bg-muted/50">
              <th scope="row" className="max-w-56 truncate px-3 py-2 font-medium">
                <Link href={paths.worker(worker.workerId)} className="hover:underline" title={worker.workerId}>
                  {worker.name ?? worker.workerId}
                </Link>
              </th>
              <td className="px-3 py-2">
                <WorkerState isInUse={worker.isInUse} />
              </td>
              <td className="max-w-48 truncate px-3 py-2 text-muted-foreground">
                {worker.repoOwner ? `${worker.repoOwner}/${worker.repoName}` : "any repository"}
              </td>
              <td className="max-w-40 truncate px-3 py-2 font-mono text-xs">
                {worker.activeBcId ? (
                  <Link href={paths.agent(worker.activeBcId)} className="hover:underline">
                    {worker.activeBcId.split("-").slice(0, 2).join("-")}
                  </Link>
                ) : (
                  <span className="text-muted-foreground">none</span>
                )}
              </td>
              <td className="whitespace-nowrap px-3 py-2 text-muted-foreground">
                <RelativeTime iso={isoTime(worker.connectedAtMs)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function WorkerState({ isInUse }: { isInUse: boolean }) {
  return isInUse ? (
    <Badge tone="info">
      <CircleDot aria-hidden />
      in use
    </Badge>
  ) : (
    <Badge tone="success">
      <Circle aria-hidden />
      idle
    </Badge>
  );
}
