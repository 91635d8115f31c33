"use client";

import { Circle, CircleDot } from "lucide-react";
import Link from "next/link";
import { useMemo, useState } from "react";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { Segmented } from "@/components/ui/segmented";
import type { Worker } from "@/lib/contract/pools/worker";
import { isoTime } from "@/lib/core/clock";
import { matchesWords } from "@/lib/model/matches-words";
import { paths } from "@/lib/model/paths";
import { servedBy } from "./pool-labels";

const headings = ["Worker", "State", "Pool", "Serves", "Agent", "Connected"];
const cell = "px-3 py-2 max-md:p-0";
const pageSize = 50;
/** Up to this many workers, no filter is shown. */
const filterThreshold = 10;

const states = [
  { value: "all", label: "All" },
  { value: "idle", label: "Idle" },
  { value: "inUse", label: "In use" },
] as const;
type ShownState = (typeof states)[number]["value"];

type Names = ReadonlyMap<string, string>;

function matches(worker: Worker, state: ShownState, text: string, names: Names): boolean {
  if (state !== "all" && worker.isInUse !== (state === "inUse")) return false;
  return matchesWords(
    [
      worker.name,
      worker.workerId,
      servedBy(worker),
      worker.poolName,
      worker.activeBcId,
      names.get(worker.activeBcId ?? ""),
    ].join(" "),
    text,
  );
}

/** The connected workers. Long lists are paged and have a filter. */
export function WorkerList({ workers }: { workers: readonly Worker[] }) {
  const [text, setText] = useState("");
  const [state, setState] = useState<ShownState>("all");
  const [limit, setLimit] = useState(pageSize);
  const names = useAgentNames(
    useMemo(() => workers.flatMap(({ activeBcId }) => (activeBcId ? [activeBcId] : [])), [workers]),
  );
  const matching = workers.filter((worker) => matches(worker, state, text, names));
  return (
    <div className="space-y-2">
      {workers.length > filterThreshold ? (
        <div className="flex flex-wrap items-center gap-2">
          <Input
            type="search"
            aria-label="Filter workers"
            placeholder="Filter by name, pool, repository, agent"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="w-full min-w-0 sm:w-72"
          />
          <Segmented label="State" value={state} options={states} onChange={setState} />
        </div>
      ) : null}
      {matching.length > 0 ? <WorkerTable workers={matching.slice(0, limit)} names={names} /> : null}
      {matching.length === 0 ? <p className="text-muted-foreground text-sm">No matches.</p> : null}
      {matching.length > limit ? (
        <div className="flex items-center gap-3 text-muted-foreground text-xs">
          <Button size="small" onClick={() => setLimit(limit + pageSize)}>
            Show more
          </Button>
          {limit} of {matching.length}
        </div>
      ) : null}
    </div>
  );
}

function WorkerTable({ workers, names }: { workers: readonly Worker[]; names: Names }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section aria-label="Workers" tabIndex={0} className="overflow-x-auto rounded-md border">
      <table className="w-full text-left text-sm max-md:block">
        <thead className="text-muted-foreground text-xs max-md:hidden">
          <tr className="border-b">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-1.5 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y max-md:block">
          {workers.map((worker) => (
            <tr
              key={worker.workerId}
              className="hover:bg-muted/50 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-3"
            >
              <th scope="row" className={classNames(cell, "min-w-0 max-w-72 font-medium max-md:basis-full")}>
                <span className="flex items-baseline gap-2">
                  <Link
                    href={paths.worker(worker.workerId)}
                    className="min-w-0 truncate hover:underline"
                    title={worker.workerId}
                  >
                    {worker.name ?? worker.workerId}
                  </Link>
                  {/* Workers default to the machine's name, so several can share one. */}
                  {worker.name && worker.name !== worker.workerId ? (
                    <span className="max-w-36 shrink-0 truncate font-mono font-normal text-muted-foreground text-xs">
                      {worker.workerId}
                    </span>
                  ) : null}
                </span>
              </th>
              <td className={cell}>
                <WorkerState isInUse={worker.isInUse} />
              </td>
              <td className={classNames(cell, "max-w-40 truncate", !worker.poolName && "max-md:hidden")}>
                {worker.poolName ? (
                  <Link href={paths.pool(worker.poolName)} className="hover:underline">
                    {worker.poolName}
                  </Link>
                ) : (
                  <span className="text-muted-foreground">None</span>
                )}
              </td>
              <td className={classNames(cell, "max-w-48 truncate text-muted-foreground")}>
                {servedBy(worker) ?? "Any repository"}
              </td>
              <td className={classNames(cell, "max-w-56 truncate", !worker.activeBcId && "max-md:hidden")}>
                {worker.activeBcId ? (
                  <Link href={paths.agent(worker.activeBcId)} className="hover:underline">
                    {names.get(worker.activeBcId) || worker.activeBcId.split("-").slice(0, 2).join("-")}
                  </Link>
                ) : (
                  <span className="text-muted-foreground">None</span>
                )}
              </td>
              <td className={classNames(cell, "whitespace-nowrap text-muted-foreground")}>
                <span className="md:hidden">Connected </span>
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
      In use
    </Badge>
  ) : (
    <Badge tone="success">
      <Circle aria-hidden />
      Idle
    </Badge>
  );
}
