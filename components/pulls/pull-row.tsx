import Link from "next/link";
import { ActorLabel } from "@/components/actor-names/actor-label";
import { Badge } from "@/components/ui/badge";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { loadEarly } from "@/lib/client/load-early";
import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { LabelChip } from "./label-chip";
import { PullState } from "./pull-state";

/** Loaded beside the rows. */
const loadBadges = loadEarly(() => import("./pull-status"));
const PullStatusBadges = lazyPart(loadBadges);

const mergeLabels: Readonly<Record<string, string>> = { merge_conflict: "Conflicts" };

interface PullRowProps {
  repository: RepositoryName;
  pull: PullRequest;
  status: PullStatus | undefined;
  /** Names the repository, in lists of several. */
  showRepository?: boolean;
  /** Its place in its stack, if several layers are listed. */
  layer?: { position: number; count: number } | undefined;
}

/** One row of the pull request list. */
export function PullRow({ repository, pull, status, showRepository = false, layer }: PullRowProps) {
  const conflict = pull.state === "open" ? mergeLabels[pull.version.potentialMergeCommit.state] : undefined;
  return (
    <li data-row className={layer ? "border-l-2 border-l-info/60" : undefined}>
      <Link
        href={paths.pull({ ...repository, pullNumber: pull.number })}
        className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 border-b px-4 py-2 hover:bg-muted/60 md:grid-cols-[6rem_minmax(0,1fr)_auto_6rem]"
      >
        <span className="order-2 justify-self-end md:order-none md:justify-self-start">
          <PullState pull={pull} />
        </span>
        <span className="order-1 min-w-0 md:order-none">
          <span className="block truncate font-medium text-sm">{pull.title}</span>
          <span className="flex items-center gap-1 text-muted-foreground text-xs">
            {showRepository ? (
              <span className="min-w-0 truncate">
                {repository.ownerSlug}/{repository.repoName}{" "}
              </span>
            ) : null}
            <span className="shrink-0">#{pull.number} by </span>
            <ActorLabel name={ownName(pull.author)} text={actorName(pull.author)} />
            <span className="min-w-0 shrink-[9999] truncate max-sm:hidden">
              · <span className="font-mono">{pull.head.ref}</span> into{" "}
              <span className="font-mono">{pull.base.ref}</span>
            </span>
          </span>
        </span>
        <span className="order-3 flex flex-wrap items-center gap-2 text-xs md:order-none">
          {status ? <PullStatusBadges status={status} /> : null}
          {conflict && !status?.verdict ? <Badge tone="warning">{conflict}</Badge> : null}
          {pull.stack ? <Badge>Stack{layer ? ` ${layer.position}/${layer.count}` : ""}</Badge> : null}
          {pull.labels.slice(0, 3).map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
          <span className="tabular-nums">
            <span className="text-success">+{pull.additions.toLocaleString("en")}</span>{" "}
            <span className="text-danger">−{pull.deletions.toLocaleString("en")}</span>
          </span>
        </span>
        <RelativeTime iso={pull.updatedAt} className="order-4 text-right text-muted-foreground text-xs md:order-none" />
      </Link>
    </li>
  );
}
