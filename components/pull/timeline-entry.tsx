import {
  CircleDot,
  GitBranch,
  GitBranchMinus,
  GitBranchPlus,
  GitCommitHorizontal,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  Layers2,
  type LucideIcon,
  MessageSquareCheck,
  MessageSquareDot,
  Pencil,
  Tag,
  UserMinus,
  UserPlus,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LabelDot } from "@/components/pulls/label-chip";
import type { PullName } from "@/components/pulls/pull-queries";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { TimelineEvent } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { JumpLink } from "./jump-link";

interface TimelineEntryProps {
  name: PullName;
  pull: PullRequest;
  event: TimelineEvent;
}

const icons: Readonly<Record<string, LucideIcon>> = {
  opened: GitPullRequest,
  reopened: GitPullRequest,
  marked_ready: GitPullRequest,
  merged: GitMerge,
  pushed: GitCommitHorizontal,
  title_changed: Pencil,
  description_changed: Pencil,
  base_changed: GitBranch,
  stack_parent_changed: Layers2,
  labeled: Tag,
  unlabeled: Tag,
  converted_to_draft: GitPullRequestDraft,
  closed: GitPullRequestClosed,
  review_requested: UserPlus,
  review_rerequested: UserPlus,
  review_request_removed: UserMinus,
  thread_resolved: MessageSquareCheck,
  thread_reopened: MessageSquareDot,
  head_branch_deleted: GitBranchMinus,
  head_branch_restored: GitBranchPlus,
};

/** One change of a pull request: who changed what, and when. */
export function TimelineEntry({ name, pull, event }: TimelineEntryProps) {
  const Icon = icons[event.type] ?? CircleDot;
  return (
    <article className="flex items-start gap-2 text-muted-foreground text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {event.actor ? <Avatar name={ownName(event.actor)} /> : null}
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium text-foreground">{event.actor ? actorName(event.actor) : "The service"}</span>{" "}
        <Change name={name} pull={pull} event={event} />{" "}
        <RelativeTime iso={event.createdAt} className="whitespace-nowrap text-xs" />
      </p>
    </article>
  );
}

function Change({ name, pull, event }: TimelineEntryProps): ReactNode {
  switch (event.type) {
    case "opened":
      return "opened the pull request";
    case "pushed":
      return <Push name={name} event={event} />;
    case "title_changed":
      return (
        <>
          changed the title from “{event.change?.from}” to “{event.change?.to}”
        </>
      );
    case "description_changed":
      return "changed the description";
    case "stack_parent_changed":
      return <NewParent name={name} event={event} />;
    case "base_changed":
      return (
        <>
          changed the base from <Code>{event.change?.from}</Code> to <Code>{event.change?.to}</Code>
        </>
      );
    case "converted_to_draft":
      return "converted it to a draft";
    case "marked_ready":
      return "marked it as ready for review";
    case "closed":
      return closeText(event, pull);
    case "reopened":
      return event.push ? <>reopened it and {<Push name={name} event={event} />}</> : "reopened it";
    case "merged":
      return <Merge name={name} pull={pull} />;
    case "labeled":
    case "unlabeled":
      return (
        <>
          {event.type === "labeled" ? "added" : "removed"} the label{" "}
          <Badge>
            <LabelDot color={event.label?.color ?? ""} />
            {event.label?.name}
          </Badge>
        </>
      );
    case "review_requested":
      return `requested a review from ${reviewerName(event)}`;
    case "review_rerequested":
      return `requested another review from ${reviewerName(event)}`;
    case "review_request_removed":
      return `withdrew the review request for ${reviewerName(event)}`;
    case "thread_resolved":
    case "thread_reopened":
      return <ThreadChange name={name} event={event} />;
    case "head_branch_deleted":
    case "head_branch_restored":
      return (
        <>
          {event.type === "head_branch_deleted" ? "deleted" : "restored"} the branch <Code>{pull.head.ref}</Code>
        </>
      );
    default:
      return `changed the pull request (${event.type})`;
  }
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs">{children}</code>;
}

function Push({ name, event: { push, version } }: Pick<TimelineEntryProps, "name" | "event">) {
  const verb = push?.forced ? "force-pushed" : "pushed";
  const commits = push?.commits === undefined ? "" : ` ${counted(push.commits, "commit")}`;
  if (!version) return `${verb}${commits}`;
  const before = String(Number(version.number) - 1);
  return (
    <>
      {verb}
      {commits} (
      <Link
        href={paths.pullVersions(name, `${before}..${version.number}`)}
        prefetch={false}
        className="underline"
        aria-label={`Changes from version ${before} to ${version.number}`}
      >
        version {version.number}
      </Link>
      )
    </>
  );
}

function ThreadChange({ name, event: { type, thread } }: Pick<TimelineEntryProps, "name" | "event">) {
  const verb = type === "thread_resolved" ? "resolved" : "reopened";
  if (!thread) return `${verb} a thread`;
  return (
    <>
      {verb}{" "}
      <JumpLink name={name} to={`thread-${thread.id}`} className="underline">
        a thread
      </JumpLink>
      {thread.path ? (
        <>
          {" "}
          on <Code>{thread.path}</Code>
        </>
      ) : null}
    </>
  );
}

function NewParent({ name, event: { parentPullRequest } }: Pick<TimelineEntryProps, "name" | "event">) {
  if (!parentPullRequest) return "removed its stack parent";
  const { number } = parentPullRequest;
  return (
    <>
      changed its stack parent to{" "}
      <Link href={paths.pull({ ...name, pullNumber: number })} prefetch={false} className="underline">
        #{number}
      </Link>
    </>
  );
}

function Merge({ name, pull }: Pick<TimelineEntryProps, "name" | "pull">) {
  const sha = pull.mergeCommitSha;
  return (
    <>
      merged it into <Code>{pull.base.ref}</Code>
      {sha ? (
        <>
          {" "}
          as{" "}
          <Link href={paths.commit(name, sha)} prefetch={false} className="font-mono text-xs underline">
            {sha.slice(0, 8)}
          </Link>
        </>
      ) : null}
    </>
  );
}

function closeText({ closeReason }: TimelineEvent, { head, base }: PullRequest): string {
  if (closeReason === "head_deleted") return `closed it by deleting ${head.ref}`;
  if (closeReason === "unrelated_head") return `closed it by pushing commits unrelated to ${base.ref}`;
  return "closed it";
}

function reviewerName({ reviewer }: TimelineEvent): string {
  if (reviewer?.user) return actorName({ user: reviewer.user });
  return reviewer?.group ? `the group ${reviewer.group.slug ?? reviewer.group.id}` : "an unknown reviewer";
}
