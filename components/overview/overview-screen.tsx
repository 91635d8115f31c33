"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { IndexProblem } from "@/components/agents/index-problem";
import { NewAgentButton } from "@/components/agents/new-agent-button";
import { browserOnly } from "@/components/ui/browser-only";
import { PageHeader } from "@/components/ui/page-header";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { OverviewListLoading } from "./overview-list";
import { overviewQuery } from "./overview-queries";
import { Tile, TileLoading } from "./tile";
import { UsageTile } from "./usage-tile";

const EmptyTile = () => <TileLoading hasError={false} />;

// The page's HTML names the code of these, which is loaded beside the code of the page.
const Running = dynamic(() => retryImport(() => import("./running")), {
  loading: () => <OverviewListLoading title="Running now" />,
});
const Inbox = dynamic(() => retryImport(() => import("./inbox")), {
  loading: () => <OverviewListLoading title="Needs attention" />,
});
const QueueDepth = dynamic(() => retryImport(() => import("./queue-depth")), { loading: EmptyTile });
const WorkersInUse = dynamic(() => retryImport(() => import("./workers-in-use")), { loading: EmptyTile });

const HostingRateLimit = browserOnly(() => import("./hosting-rate-limit"));

interface OverviewScreenProps {
  canOperate: boolean;
  /** Shown above everything else. */
  notice?: ReactNode;
}

/** What is running, and what needs attention. */
export function OverviewScreen({ canOperate, notice }: OverviewScreenProps) {
  const { data, error, refetch } = useQuery(overviewQuery(callProxy));
  const loadingAgents = data !== undefined && !data.progress.complete;
  return (
    <>
      <PageHeader
        title="Overview"
        detail={loadingAgents ? `Loading agents (${data.progress.agents} so far)` : null}
        actions={canOperate ? <NewAgentButton /> : null}
      />
      <div className="max-w-content space-y-4 p-4">
        {notice}
        <HostingRateLimit />
        <IndexProblem progress={data?.progress} error={error} onRetry={() => refetch()} />
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-3 xl:grid-cols-5">
          <Tile title="Running" href={paths.agentsWhere("status:running,starting")}>
            {data ? (
              <p className="font-semibold text-2xl">{data.running.total}</p>
            ) : (
              <TileLoading hasError={error !== null} />
            )}
            {data ? (
              <p className="text-muted-foreground text-xs">
                of {counted(data.progress.agents, "agent")}
                {data.progress.known < data.progress.agents
                  ? `; ${data.progress.agents - data.progress.known} still loading`
                  : ""}
              </p>
            ) : null}
          </Tile>
          <Tile title="Waiting for a worker" href={paths.queue()}>
            <QueueDepth />
          </Tile>
          <Tile title="Workers in use" href={paths.pools()}>
            <WorkersInUse />
          </Tile>
          <Tile title="Failed today" href={paths.agentsWhere("status:failed,expired updated:today")}>
            {data ? (
              <p className={data.today.failed > 0 ? "font-semibold text-2xl text-danger" : "font-semibold text-2xl"}>
                {data.today.failed}
              </p>
            ) : (
              <TileLoading hasError={error !== null} />
            )}
            {data ? <p className="text-muted-foreground text-xs">since 00:00 UTC</p> : null}
          </Tile>
          <UsageTile tokens={data?.tokens} today={data?.today} hasError={error !== null} />
        </div>
        <div className="grid items-start gap-4 min-[1400px]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Inbox needs={data?.needs} hasError={error !== null} canOperate={canOperate} />
          <Running running={data?.running} hasError={error !== null} canOperate={canOperate} />
        </div>
      </div>
    </>
  );
}
