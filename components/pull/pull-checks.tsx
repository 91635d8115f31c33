"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleDashed, ListChecks } from "lucide-react";
import { useRef } from "react";
import { type CommitName, checkRunsQuery, checkSuitesQuery } from "@/components/checks/check-queries";
import { CheckRow } from "@/components/checks/check-row";
import type { PullName } from "@/components/pulls/pull-queries";
import { rulesetsQuery } from "@/components/repositories/ruleset-queries";
import { Badge } from "@/components/ui/badge";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { checkState, checksSummary } from "@/lib/model/checks/check-state";
import { actorName } from "@/lib/model/hosting/actor-name";
import { sortStack } from "@/lib/model/pulls/sort-stack";
import { stackQuery } from "./detail-queries";
import { FixActions } from "./fix-actions";
import { type RequiredCheck, requiredChecks, requiredSummary, sortRuns, sortSuites } from "./required-checks";

const pendingEveryMs = 5_000;
const settledEveryMs = 30_000;

interface PullChecksProps {
  name: PullName;
  pull: PullRequest;
  defaultBranch: string | undefined;
  canWrite: boolean;
}

/** The check runs of the head and the checks required by rulesets. */
function useChecks(name: PullName, pull: PullRequest, defaultBranch: string | undefined) {
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  const commit = { ...repository, sha: pull.head.sha };
  const runs = useInfiniteQuery({
    ...checkRunsQuery(commit),
    refetchInterval: ({ state }) => {
      const all = state.data?.pages.flatMap((page) => page.checkRuns) ?? [];
      return all.some((run) => checkState(run).kind === "pending") ? pendingEveryMs : settledEveryMs;
    },
  });
  const suites = useInfiniteQuery({ ...checkSuitesQuery(commit), refetchInterval: settledEveryMs });
  const rulesets = useQuery(rulesetsQuery(repository));
  const stack = useInfiniteQuery(stackQuery(name, pull.stack?.id ?? ""));
  const allRuns = runs.data?.pages.flatMap((page) => page.checkRuns) ?? [];
  const allSuites = suites.data?.pages.flatMap((page) => page.checkSuites) ?? [];
  // The rules of the stack's target branch apply to every layer.
  const root = sortStack(stack.data?.pages.flatMap((page) => page.pullRequests) ?? []).find(
    ({ state }) => state === "open",
  );
  const required = requiredChecks(
    rulesets.data?.rulesets ?? [],
    { base: (root ?? pull).base.ref, defaultBranch: defaultBranch ?? "" },
    { suites: allSuites, runs: allRuns },
  );
  return { runs, suites, rulesets, allRuns, allSuites, total: runs.data?.pages[0]?.totalSize ?? 0, required, commit };
}

/** The checks of the head by suite, with the latest attempt of each run, and the missing required checks. */
export default function PullChecks({ name, pull, defaultBranch, canWrite }: PullChecksProps) {
  const list = useRef<HTMLElement>(null);
  useRowKeys(list);
  const { runs, suites, rulesets, allRuns, allSuites, total, required, commit } = useChecks(name, pull, defaultBranch);
  const error = runs.error ?? suites.error;
  const refetch = () => Promise.all([runs.refetch(), suites.refetch()]);
  const summary = requiredSummary(required);
  const hasFailures = allRuns.some((run) => checkState(run).kind === "failed");

  return (
    <section ref={list} aria-label="Checks" className="max-w-content space-y-4">
      {error ? (
        <CallFailure error={error} onRetry={refetch}>
          Couldn't load the checks.
        </CallFailure>
      ) : null}
      {rulesets.error ? (
        <CallFailure error={rulesets.error} onRetry={() => rulesets.refetch()}>
          Couldn't load the required checks.
        </CallFailure>
      ) : null}
      {(runs.isPending || suites.isPending) && !error ? <SkeletonRows label="Loading checks" /> : null}
      {runs.data && total === 0 && required.length === 0 ? (
        <EmptyState icon={ListChecks} title="No checks yet">
          No app has reported a check for <code className="font-mono">{pull.head.sha.slice(0, 8)}</code>.
        </EmptyState>
      ) : null}
      {allRuns.length > 0 || summary ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p role="status" className="text-sm">
            <span className="font-medium">{[summary, checksSummary(allRuns)].filter(Boolean).join(" · ")}</span>{" "}
            <span className="text-muted-foreground">
              {total > allRuns.length ? `in the first ${allRuns.length} of ${total} checks ` : ""}for{" "}
              <code className="font-mono">{pull.head.sha.slice(0, 8)}</code>
            </span>
          </p>
          {canWrite && hasFailures && pull.state === "open" ? <FixActions name={name} /> : null}
        </div>
      ) : null}
      <MissingChecks required={runs.data && suites.data ? required : []} />
      {sortSuites(allSuites, allRuns).map((suite) => (
        <Suite
          key={suite.id}
          suite={suite}
          runs={allRuns}
          required={required}
          commit={commit}
          pullNumber={name.pullNumber}
          canWrite={canWrite && pull.state === "open"}
        />
      ))}
      <NextPageButton of={[runs, suites]} />
    </section>
  );
}

function MissingChecks({ required }: { required: readonly RequiredCheck[] }) {
  const missing = required.filter(({ runs }) => runs.length === 0);
  if (missing.length === 0) return null;
  return (
    <ul aria-label="Missing checks" className="divide-y rounded-md border border-dashed">
      {missing.map(({ id, name, evaluateOnly }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 px-3 py-2 text-sm">
          <CircleDashed aria-hidden className="size-3.5 text-muted-foreground" />
          <span className="min-w-0 break-words">{name}</span>
          <Badge tone={evaluateOnly ? "neutral" : "warning"}>Missing</Badge>
          <span className="text-muted-foreground text-xs">
            {evaluateOnly
              ? "Required by a ruleset in evaluate mode. Doesn't block merging."
              : "Required, but not reported yet."}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface SuiteProps {
  suite: CheckSuite;
  runs: readonly CheckRun[];
  required: readonly RequiredCheck[];
  commit: CommitName;
  pullNumber: string;
  canWrite: boolean;
}

function Suite({ suite, runs, required, commit, pullNumber, canWrite }: SuiteProps) {
  const idsWhere = (evaluateOnly: boolean) =>
    new Set(
      required.filter((each) => each.evaluateOnly === evaluateOnly).flatMap((each) => each.runs.map(({ id }) => id)),
    );
  const [active, evaluateOnly] = [idsWhere(false), idsWhere(true)];
  const suiteRuns = sortRuns(
    runs.filter(({ checkSuite }) => checkSuite.id === suite.id),
    active,
  );
  if (suiteRuns.length === 0) return null;
  return (
    <section aria-label={suite.name} className="rounded-md border">
      <header className="flex flex-wrap items-baseline gap-x-2 border-b px-3 py-2">
        <h2 className="min-w-0 break-words font-medium text-sm">{suite.name}</h2>
        <span className="text-muted-foreground text-xs" title={`Attempt ${suite.externalId}`}>
          by {actorName(suite.actor)}
        </span>
      </header>
      <ul className="divide-y">
        {suiteRuns.map((run) => (
          <CheckRow
            key={run.id}
            run={run}
            requirement={
              active.has(run.id) ? "Required" : evaluateOnly.has(run.id) ? "Required (evaluate)" : "Optional"
            }
            commit={commit}
            pullNumber={pullNumber}
            canWrite={canWrite}
          />
        ))}
      </ul>
    </section>
  );
}
