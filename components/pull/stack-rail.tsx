"use client";

import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, GitMerge, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { blockerTitle } from "@/components/pulls/merge-blockers";
import type { PullName } from "@/components/pulls/pull-queries";
import { classNames } from "@/components/ui/class-names";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { paths } from "@/lib/model/paths";
import { mergeabilityQuery, stackQuery } from "./detail-queries";
import { layerStatus, layersOf, leavesOf } from "./stack";

const stateIcons: Readonly<Record<string, { icon: LucideIcon; color: string }>> = {
  merged: { icon: GitMerge, color: "text-info" },
  mergeable: { icon: CircleCheck, color: "text-success" },
  blocked: { icon: CircleX, color: "text-danger" },
  closed: { icon: CircleX, color: "text-muted-foreground" },
};
const unknownIcon = { icon: CircleDashed, color: "text-muted-foreground" };

/** The pull requests of a stack, root first, with their merge states. One request per leaf covers all layers. */
export function StackRail({ name, pull }: { name: PullName; pull: PullRequest }) {
  const stack = useInfiniteQuery(stackQuery(name, pull.stack?.id ?? ""));
  const pulls = stack.data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const layers = layersOf(pulls);
  const results = useQueries({
    queries: leavesOf(layers).map((leaf) => mergeabilityQuery({ ...name, pullNumber: leaf.number }, leaf)),
    combine: (queries) => queries.flatMap(({ data }): Mergeability[] => (data ? [data] : [])),
  });
  const root = layers.find(({ id }) => id === pull.id) && layers[0];
  if (layers.length < 2 || !root) return null;
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  return (
    <nav aria-label="Stack" className="border-b px-4 py-2 text-xs">
      <ol className="space-y-0.5">
        {layers.map((layer, index) => {
          const { state, blockers } = layerStatus(layer, results);
          const { icon: Icon, color } =
            (Object.hasOwn(stateIcons, state) ? stateIcons[state] : undefined) ?? unknownIcon;
          const current = layer.id === pull.id;
          return (
            <li key={layer.id} className="flex min-w-0 items-center gap-1.5">
              <Icon aria-hidden className={`size-3.5 shrink-0 ${color}`} />
              <Link
                href={paths.pull({ ...name, pullNumber: layer.number })}
                aria-current={current ? "page" : undefined}
                className={classNames("min-w-0 truncate", current ? "font-medium" : "hover:underline")}
              >
                {index + 1}/{layers.length} #{layer.number} {layer.title}
              </Link>
              <span className="shrink-0 text-muted-foreground">
                {state}
                {blockers.length > 0
                  ? `: ${[...new Set(blockers.map(({ kind }) => blockerTitle(kind)))].join(", ")}`
                  : ""}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="mt-1 flex flex-wrap gap-x-3 text-muted-foreground">
        <Link href={paths.pullFiles(name)} prefetch={false} className="underline">
          Changes in this layer
        </Link>
        <Link
          href={paths.repositoryAt(repository, { view: "compare", base: root.base.ref, ref: pull.head.ref })}
          prefetch={false}
          className="underline"
        >
          All changes up to this layer
        </Link>
      </p>
    </nav>
  );
}
