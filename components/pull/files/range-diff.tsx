"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRef } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { LoadState } from "@/components/ui/load-state";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { RangeDiffPair } from "@/lib/contract/hosting/range-diff/get-pull-request-range-diff";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import { paths } from "@/lib/model/paths";
import { rangeDiffQuery } from "../detail-queries";
import type { Version } from "./versions";

const statuses: Readonly<Record<string, { label: string; tone?: "success" | "danger" | "warning" }>> = {
  unchanged: { label: "Unchanged" },
  changed: { label: "Changed", tone: "warning" },
  removed: { label: "Removed", tone: "danger" },
  added: { label: "Added", tone: "success" },
};

interface RangeDiffProps {
  name: PullName;
  from: Version;
  to: Version;
}

/** The commits of two versions, paired by their patches, and what changed in each. */
export function RangeDiff({ name, from, to }: RangeDiffProps) {
  const query = useQuery(rangeDiffQuery(name, from.number, to.number));
  const { data } = query;
  const rows = useRef<HTMLOListElement>(null);
  useRowKeys(rows);
  return (
    <section aria-label="Changed commits" className="space-y-2">
      <LoadState query={query} failed="Couldn't compare the commits." loading="Comparing commits" />
      {data?.limitHit ? (
        <p role="status" className="text-sm text-warning">
          The changes within the commits are too large to show.
        </p>
      ) : null}
      {data?.pairs.length === 0 ? (
        <p className="text-muted-foreground text-sm">Neither version has commits besides merges.</p>
      ) : null}
      <ol ref={rows} className="space-y-2">
        {data?.pairs.map((pair) => (
          <PairItem key={`${pair.before?.sha} ${pair.after?.sha}`} name={name} pair={pair} />
        ))}
      </ol>
    </section>
  );
}

function PairItem({ name, pair }: { name: PullName; pair: RangeDiffPair }) {
  const { before, after, subject, patch } = pair;
  const { label, tone } = statuses[pair.status] ?? { label: pair.status };
  const sha = (after ?? before)?.sha ?? "";
  const shas = [before?.sha, after?.sha === before?.sha ? undefined : after?.sha].flatMap((each) => each ?? []);
  return (
    <li data-row className="rounded-md border text-sm">
      <div className="flex flex-wrap items-center gap-2 px-3 py-1.5">
        <Badge {...(tone ? { tone } : {})}>{label}</Badge>
        <Link
          href={paths.commit(name, sha)}
          prefetch={false}
          className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {subject || "(no message)"}
        </Link>
        <code className="font-mono text-muted-foreground text-xs">
          {shas.map((each) => each.slice(0, 8)).join(" → ")}
        </code>
      </div>
      {patch ? <Patch patch={patch} /> : null}
    </li>
  );
}

/** A difference between two patches: the first character is about the patch, the second one about the file. */
function Patch({ patch }: { patch: string }) {
  return (
    <details open className="border-t">
      <summary className="cursor-pointer px-3 py-1 text-muted-foreground text-xs">Changes in this commit</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-auto border-t py-1 font-mono text-xs">
        {showHiddenCharacters(patch)
          .split("\n")
          .map((line, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
              key={index}
              className={classNames(
                "block min-w-fit px-3",
                line.startsWith("@@")
                  ? "text-muted-foreground"
                  : line.startsWith("+")
                    ? "bg-success-soft text-success"
                    : line.startsWith("-")
                      ? "bg-danger-soft text-danger"
                      : "",
              )}
            >
              {line || " "}
            </span>
          ))}
      </pre>
    </details>
  );
}
