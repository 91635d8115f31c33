"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { comparisonFilesQuery } from "@/components/repositories/content-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { useUrlState } from "@/components/ui/use-url-state";
import { counted } from "@/lib/model/plural";
import { sortStack } from "@/lib/model/pulls/sort-stack";
import { stackQuery } from "../detail-queries";
import { CommitRange } from "./commit-range";
import type { ReviewedPull } from "./use-review";

/** The changes of a pull request together with those of the layers below it in its stack. */
export function StackChanges(props: ReviewedPull) {
  const { name, pull } = props;
  const { ownerSlug, repoName } = name;
  const url = useUrlState();
  const stack = useInfiniteQuery(stackQuery(name, pull.stack?.id ?? ""));
  useFetchAllPages(stack);
  const layers = sortStack(stack.data?.pages.flatMap((page) => page.pullRequests) ?? []);
  const position = layers.findIndex(({ id }) => id === pull.id);
  const root = position < 0 ? undefined : layers[0];
  const comparison = { base: root?.version.baseSha ?? "", head: pull.version.headSha };
  const files = useInfiniteQuery({
    ...comparisonFilesQuery({ ownerSlug, repoName }, comparison),
    placeholderData: undefined,
  });
  return (
    <section aria-label="Files" className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Button size="small" onClick={() => url.set({ layers: "", at: "" })}>
          Show this layer only
        </Button>
        {root ? (
          <span role="status">
            {counted(position + 1, "layer")}, from {root.base.ref} to #{pull.number}
          </span>
        ) : null}
      </div>
      {stack.error ? (
        <CallFailure error={stack.error} onRetry={() => stack.refetch()}>
          Couldn't load the stack.
        </CallFailure>
      ) : null}
      {root && !stack.hasNextPage ? (
        <CommitRange
          {...props}
          listing={files}
          baseSha={root.version.baseSha}
          headSha={pull.version.headSha}
          scope="stack"
        />
      ) : stack.isPending || stack.hasNextPage ? (
        <SkeletonRows label="Loading changed files" />
      ) : stack.error ? null : (
        <p role="status" className="text-sm text-warning">
          #{pull.number} isn't part of a stack.
        </p>
      )}
    </section>
  );
}
