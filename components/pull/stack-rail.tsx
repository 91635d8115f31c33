"use client";

import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, GitMerge, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { blockerName } from "@/components/pulls/blockers";
import type { PullName } from "@/components/pulls/pull-queries";
import { classNames } from "@/components/ui/class-names";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { paths } from "@/lib/model/paths";
import { mergeabilityQuery, stackQuery } from "./detail-queries";
import { layersOf, leavesOf, verdictOfLayer } from "./stack";

const looks: Readonly<Record<string, { icon: LucideIcon; look: string }>> = {
  merged: { icon: GitMerge, look: "text-info" },
  mergeable: { icon: CircleCheck, look: "text-success" },
  blocked: { icon: CircleX, look: "text-danger" },
  closed: { icon: CircleX, look: "text-muted-foreground" },
};
const unknownLook = { icon: CircleDashed, look: "text-muted-foreground" };

/** The pull requests of a stack from its root up, each with its verdict: one call for each top covers all. */
export function StackRail({ name, pull }: { name: PullName; pull: PullRequest }) {
  const stack = useInfiniteQuery(stackQuery(name, pull.stack?.id ?? ""));
  const found = stack.data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const layers = layersOf(found);
  const verdicts = useQueries({
    queries: leavesOf(layers).map((leaf) => mergeabilityQuery({ ...name, pullNumber: leaf.number }, leaf)),
    combine: (results) => results.flatMap(({ data }): Mergeability[] => (data ? [data] : [])),
  });
  const root = layers.find(({ id }) => id === pull.id) && layers[0];
  if (layers.length < 2 || !root) return null;
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  return (
    <nav aria-label="Stack" className="border-b px-4 py-2 text-xs">
      <ol className="space-y-0.5">
        {layers.map((layer, index) => {
          const { word, blockers } = verdictOfLayer(layer, verdicts);
          const { icon: Icon, look } = (Object.hasOwn(looks, word) ? looks[word] : undefined) ?? unknownLook;
          const current = layer.id === pull.id;
          return (
            <li key={layer.id} className="flex min-w-0 items-center gap-1.5">
              <Icon aria-hidden className={`size-3.5 shrink-0 ${look}`} />
              <Link
                href={paths.pull({ ...name, pullNumber: layer.number })}
                aria-current={current ? "page" : undefined}
                className={classNames("min-w-0 truncate", current ? "font-medium" : "hover:underline")}
              >
                {index + 1}/{layers.length} #{layer.number} {layer.title}
              </Link>
              <span className="shrink-0 text-muted-foreground">
                {word}
                {blockers.length > 0
                  ? `: ${[...new Set(blockers.map(({ kind }) => blockerName(kind)))].join(", ")}`
                  : ""}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="mt-1 flex flex-wrap gap-x-3 text-muted-foreground">
        <Link href={paths.pullFiles(name)} prefetch={false} className="underline">
          Changes of this layer
        </Link>
        <Link
          href={paths.repositoryAt(repository, { view: "compare", base: root.base.ref, ref: pull.head.ref })}
          prefetch={false}
          className="underline"
        >
          Everything up to here
        </Link>
      </p>
    </nav>
  );
}
