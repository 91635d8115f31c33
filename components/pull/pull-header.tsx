import { ArrowLeft, ArrowRight } from "lucide-react";
import Link from "next/link";
import { ActorLabel } from "@/components/actor-names/actor-label";
import type { PullName } from "@/components/pulls/pull-queries";
import { PullState } from "@/components/pulls/pull-state";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { CopyButton } from "@/components/ui/copy-button";
import { LineCounts } from "@/components/ui/line-counts";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";
import { paths } from "@/lib/model/paths";
import { AuthorAgent } from "./author-agent";
import { PullActions } from "./pull-actions";

interface CompactHeaderProps {
  name: PullName;
  pull: PullRequest;
  /** The stack, root first. */
  layers: readonly PullRequest[];
  canWrite: boolean;
}

/** One line above the changed files, which need the space. */
export function CompactHeader({ name, pull, layers, canWrite }: CompactHeaderProps) {
  const at = layers.findIndex(({ id }) => id === pull.id);
  return (
    <header className="flex h-10 items-center gap-2 border-b px-4 text-sm">
      <Link
        href={paths.pulls()}
        aria-label="Pull requests"
        className="shrink-0 text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden className="size-4" />
      </Link>
      <h1 title={pull.title} className="min-w-0 truncate font-semibold">
        {pull.title}
      </h1>
      <span className="shrink-0 text-muted-foreground">#{pull.number}</span>
      <span className="shrink-0">
        <PullState pull={pull} />
      </span>
      {at >= 0 && layers.length > 1 ? (
        <span className="hidden shrink-0 text-muted-foreground text-xs sm:inline">
          {at + 1} of {layers.length} in the stack
        </span>
      ) : null}
      <span className="hidden min-w-0 shrink items-center gap-1 truncate font-mono text-muted-foreground text-xs lg:inline-flex">
        <span className="truncate">{pull.head.ref}</span>
        <ArrowRight aria-label="into" className="size-3 shrink-0" />
        <span className="truncate">{pull.base.ref}</span>
      </span>
      <span className="ml-auto hidden shrink-0 text-xs sm:inline">
        <LineCounts additions={pull.additions} deletions={pull.deletions} />
      </span>
      {canWrite ? <PullActions name={name} pull={pull} /> : null}
    </header>
  );
}

/** Title, state, branches and author. */
export function PullHeader({ name, pull, canWrite }: { name: PullName; pull: PullRequest; canWrite: boolean }) {
  const parent = pull.stack?.parentPullRequest;
  return (
    <header className="space-y-1.5 border-b px-4 py-3">
      <Breadcrumbs>
        <Link href={paths.pulls()}>Pull requests</Link>
        <Link href={paths.repository(name)}>
          {name.ownerSlug}/{name.repoName}
        </Link>
      </Breadcrumbs>
      <div className="flex items-start justify-between gap-2">
        <h1 className="min-w-0 flex-1 break-words font-semibold text-lg">
          {pull.title} <span className="font-normal text-muted-foreground">#{pull.number}</span>
        </h1>
        {canWrite ? <PullActions name={name} pull={pull} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground text-xs">
        <PullState pull={pull} />
        <span className="inline-flex min-w-0 items-center gap-1 font-mono">
          <span className="truncate">{pull.head.ref}</span>
          <CopyButton text={pull.head.ref} what="branch" />
          <ArrowRight aria-label="into" className="size-3 shrink-0" />
          <span className="truncate">{pull.base.ref}</span>
        </span>
        <span className="inline-flex min-w-0 items-center gap-1">
          <span className="shrink-0">
            Opened <RelativeTime iso={pull.createdAt} /> by
          </span>
          <ActorLabel name={ownName(pull.author)} text={actorName(pull.author)} />
        </span>
        <span>Version {pull.version.number}</span>
        <LineCounts additions={pull.additions} deletions={pull.deletions} />
        {parent ? (
          <span>
            Stacked on{" "}
            <Link href={paths.pull({ ...name, pullNumber: parent.number })} className="underline">
              #{parent.number}
            </Link>
          </span>
        ) : null}
        <AuthorAgent name={name} />
        <Link href={paths.agentsOfPull(name)} prefetch={false} className="underline">
          View agents
        </Link>
        {pull.mergeCommitSha ? (
          <span>
            Merged as <code className="font-mono">{pull.mergeCommitSha.slice(0, 8)}</code>
          </span>
        ) : null}
      </div>
    </header>
  );
}
