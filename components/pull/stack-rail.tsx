"use client";

import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, GitBranch, GitMerge, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { specificBlockerLabel } from "@/components/pulls/merge-blockers";
import type { PullName } from "@/components/pulls/pull-queries";
import { reviewLooks } from "@/components/pulls/review-looks";
import { usePullStatuses } from "@/components/pulls/use-pull-statuses";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { checkKindText, worstCheck } from "@/lib/model/checks/check-state";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";
import { sortStack } from "@/lib/model/pulls/sort-stack";
import { mergeabilityQuery, stackQuery } from "./detail-queries";
import { findLeaves, layerStatus } from "./stack";
import { useRestack } from "./use-restack";

const stateIcons: Readonly<Record<string, { icon: LucideIcon; color: string }>> = {
  merged: { icon: GitMerge, color: "text-info" },
  mergeable: { icon: CircleCheck, color: "text-success" },
  blocked: { icon: CircleX, color: "text-danger" },
  closed: { icon: CircleX, color: "text-muted-foreground" },
};
const unknownIcon = { icon: CircleDashed, color: "text-muted-foreground" };

/** The pull requests of a stack, the last to merge on top, with their merge states. One request per leaf covers all layers. */
export function StackRail({ name, pull, canWrite }: { name: PullName; pull: PullRequest; canWrite: boolean }) {
  const restack = useRestack(name);
  const stack = useInfiniteQuery(stackQuery(name, pull.stack?.id ?? ""));
  const pulls = stack.data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const layers = sortStack(pulls);
  const results = useQueries({
    queries: findLeaves(layers).map((leaf) => mergeabilityQuery({ ...name, pullNumber: leaf.number }, leaf)),
    combine: (queries) => queries.flatMap(({ data }): Mergeability[] => (data ? [data] : [])),
  });
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  const statuses = usePullStatuses(layers.map((layer) => ({ repository, pull: layer })));
  const root = layers.find(({ id }) => id === pull.id) && layers[0];
  if (layers.length < 2 || !root) return null;
  const isOutdated = results.some(({ blockers }) => blockers.some(({ kind }) => kind === "needs_restack"));
  return (
    <nav aria-label="Stack" className="space-y-1 text-sm">
      <h2 className="font-medium">Stack</h2>
      <ol className="space-y-0.5">
        {layers.toReversed().map((layer) => (
          <Layer
            key={layer.id}
            name={name}
            layer={layer}
            position={`${layers.indexOf(layer) + 1}/${layers.length}`}
            current={layer.id === pull.id}
            results={results}
            status={statuses.of({ repository, pull: layer })}
          />
        ))}
      </ol>
      <p className="flex items-center gap-1.5 text-muted-foreground text-xs">
        <GitBranch aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">Based on</span>
        <span className="min-w-0 truncate font-mono">{root.base.ref}</span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        <Link href={paths.pullFiles(name)} prefetch={false} className="underline">
          Changes in this layer
        </Link>
        <Link href={paths.pullStack(name)} prefetch={false} className="underline">
          All changes up to this layer
        </Link>
      </p>
      {canWrite && (isOutdated || restack.isPending) ? (
        <Button size="small" disabled={restack.isPending} onClick={() => restack.mutate(layers)}>
          {restack.isPending ? "Restacking…" : "Restack all layers"}
        </Button>
      ) : null}
      {restack.error ? (
        <p role="alert" className="break-words text-danger text-xs">
          {restack.error.message}
        </p>
      ) : null}
    </nav>
  );
}

interface LayerProps {
  name: PullName;
  layer: PullRequest;
  /** For example `2/3`; the first is merged first. */
  position: string;
  current: boolean;
  results: readonly Mergeability[];
  status: PullStatus | undefined;
}

/** A pull request of the stack, with its merge state, the decision of its reviews and the worst result of its checks. */
function Layer({ name, layer, position, current, results, status }: LayerProps) {
  const { state, blockers, blockedBelow } = layerStatus(layer, results);
  const { icon: Icon, color } = (Object.hasOwn(stateIcons, state) ? stateIcons[state] : undefined) ?? unknownIcon;
  const labels = [...new Set(blockers.map(specificBlockerLabel))].join(", ");
  const checks = worstCheck(status?.checks ?? []);
  const [review] = reviewLooks.get(status?.review ?? "") ?? [];
  return (
    <li
      className={classNames(
        "flex min-w-0 items-start gap-1.5 border-l-2 py-0.5 pl-2",
        current ? "border-primary" : "border-transparent",
      )}
    >
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${color}`} />
      <div className="min-w-0">
        <Link
          href={paths.pull({ ...name, pullNumber: layer.number })}
          aria-current={current ? "page" : undefined}
          title={layer.title}
          className={classNames("block truncate", current ? "font-medium" : "hover:underline")}
        >
          <span className="text-muted-foreground tabular-nums">{position}</span> #{layer.number} {layer.title}
        </Link>
        <p className="text-muted-foreground text-xs">
          {state}
          {labels ? `: ${labels}` : ""}
          {blockedBelow === undefined ? "" : ` by #${blockedBelow}`}
          {review ? ` · ${review.toLowerCase()}` : ""}
          {checks
            ? ` · ${checks.count} ${plural(checks.count, "check")} ${checkKindText(checks.kind, checks.count)}`
            : ""}
        </p>
      </div>
    </li>
  );
}
