"use client";

import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useMemo, useState } from "react";
import BulkPanel from "@/components/agents/bulk-panel";
import { useBulk } from "@/components/agents/use-bulk";
import { usePullLinks } from "@/components/agents/use-pull-links";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { classNames } from "@/components/ui/class-names";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { toast } from "@/components/ui/toast";
import { useSelection } from "@/components/ui/use-selection";
import { useUrlState } from "@/components/ui/use-url-state";
import { retryImport } from "@/lib/client/retry-import";
import type { Batch } from "@/lib/contract/dashboard/batches/batch";
import { batchProgress } from "@/lib/model/batches/batch-progress";
import { sortMembers } from "@/lib/model/batches/sort-members";
import { paths } from "@/lib/model/paths";
import { batchQuery, useRetryMember } from "./batch-queries";
import { MemberHeader } from "./member-header";
import { MemberRow } from "./member-row";
import { MemberToolbar } from "./member-toolbar";
import { useBatchMembers } from "./use-batch-members";

/** Loaded when two agents are compared. */
const CompareMembers = lazy(() => retryImport(() => import("./compare-members")));

interface BatchScreenProps {
  id: string;
  canOperate: boolean;
}

/** The agents of a batch side by side. */
export function BatchScreen({ id, canOperate }: BatchScreenProps) {
  useHostingChanges();
  const { data: batch, error, refetch } = useQuery(batchQuery(id));
  const parents = [
    { name: "Agents", path: paths.agents() },
    { name: "Batches", path: paths.batches() },
  ];
  return (
    <div className="flex min-h-[calc(100dvh-3rem)] flex-col md:min-h-dvh">
      <PageHeader
        title={batch?.name ?? "Batch"}
        parents={parents}
        detail={batch ? batchProgress(batch) : null}
        actions={
          <Button asChild size="small">
            <Link href={paths.agentsOfBatch(id)} prefetch={false}>
              <ListFilter aria-hidden />
              Show in list
            </Link>
          </Button>
        }
      />
      {error ? (
        <div className="p-4">
          <CallFailure error={error} onRetry={() => refetch()}>
            {batch ? "The batch may be out of date." : "Couldn't load the batch."}
          </CallFailure>
        </div>
      ) : null}
      {batch ? (
        <BatchView batch={batch} canOperate={canOperate} />
      ) : error ? null : (
        <div className="p-4">
          <SkeletonRows label="Loading batch" />
        </div>
      )}
    </div>
  );
}

function BatchView({ batch, canOperate }: { batch: Batch; canOperate: boolean }) {
  const url = useUrlState();
  const { views, currency, pools, isListComplete } = useBatchMembers(batch);
  const sort = url.get("sort");
  const shown = sortMembers(views, sort);
  const agentIds = shown.filter(({ agent }) => agent !== undefined).map(({ id }) => id);
  const key = agentIds.join(",");
  const selectable = useMemo(() => key.split(",").map((id) => ({ id })), [key]);
  const selection = useSelection(selectable);
  const bulk = useBulk();
  const retry = useRetryMember(batch.id);
  const pullLink = usePullLinks(views.flatMap(({ agent }) => agent ?? []));
  const canRetry = canOperate && batch.owner.me;
  const onRetry = (position: number) =>
    retry.mutate(position, {
      onError: (error) => toast.error("Couldn't retry the launch.", { description: error.message }),
    });
  const compared = url
    .get("compare")
    .split(",")
    .flatMap((position) => views.find(({ member, agent }) => agent && String(member.position) === position) ?? []);
  const [left, right] = compared;

  return (
    <>
      <Prompt batch={batch} />
      <section aria-label="Agents">
        <MemberHeader
          ids={agentIds}
          selection={selection}
          withCost={currency !== undefined}
          sort={sort}
          onSort={(next) => url.set({ sort: next })}
        />
        <ul>
          {shown.map((view) => (
            <MemberRow
              key={view.member.position}
              view={view}
              selected={selection.ids.has(view.id)}
              onSelect={selection.pick}
              onRetry={canRetry ? () => onRetry(view.member.position) : undefined}
              retrying={retry.isPending}
              currency={currency}
              pools={pools}
              pullLink={pullLink}
              isListComplete={isListComplete}
            />
          ))}
        </ul>
      </section>
      {left && right ? (
        <Suspense fallback={<SkeletonRows label="Loading comparison" />}>
          <CompareMembers
            key={`${left.id} ${right.id}`}
            left={left}
            right={right}
            onClose={() => url.set({ compare: "", view: "" }, { push: true })}
          />
        </Suspense>
      ) : null}
      {selection.ids.size > 0 ? (
        <MemberToolbar
          views={views}
          selected={views.filter(({ id }) => selection.ids.has(id))}
          canOperate={canOperate}
          busy={bulk.state?.running === true}
          onCompare={(a, b) => url.set({ compare: `${a},${b}`, view: "" }, { push: true })}
          onStart={bulk.start}
          onClear={() => selection.set([])}
        />
      ) : null}
      {bulk.state ? (
        <div className="sticky bottom-0 bg-background">
          <BulkPanel state={bulk.state} onStart={bulk.start} onStop={bulk.stop} onDismiss={bulk.dismiss} />
        </div>
      ) : null}
    </>
  );
}

/** Longer prompts are folded. */
const foldedLines = 3;

function Prompt({ batch: { prompt, owner, createdAt } }: { batch: Batch }) {
  const [open, setOpen] = useState(false);
  const isLong = prompt.split("\n").length > foldedLines || prompt.length > 300;
  return (
    <section aria-label="Prompt" className="space-y-1 border-b px-4 py-3">
      <p className={classNames("max-w-4xl whitespace-pre-wrap break-words font-mono text-sm", !open && "line-clamp-3")}>
        {prompt}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
        <span>
          Launched by {owner.name} <RelativeTime iso={createdAt} />
        </span>
        {isLong ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="rounded underline underline-offset-2 hover:text-foreground"
          >
            {open ? "Show less" : "Show full prompt"}
          </button>
        ) : null}
      </div>
    </section>
  );
}
