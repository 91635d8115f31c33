"use client";

import { CircleCheck } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toast";
import { actorName } from "@/lib/model/hosting/actor-name";
import { paths } from "@/lib/model/paths";
import { CommentView } from "./comment-view";
import { ReplyForm } from "./reply-form";
import { useResolveThread } from "./review-mutations";
import type { Thread } from "./review-queries";
import { SendThread } from "./send-thread";

interface ThreadViewProps {
  name: PullName;
  thread: Thread;
  canWrite: boolean;
  /** In the conversation: shows the thread's file and lines, and is the target of links to the thread. */
  showLocation?: boolean;
  /** Its suggestions are shown below it, as diffs. */
  hideSuggestions?: boolean;
  /** The lines it refers to, where its location is shown. */
  snippet?: ReactNode;
}

/** The lines that a thread refers to, without their file. */
function linesText({ startLine, endLine, version }: Thread): string | undefined {
  if (!startLine) return undefined;
  const lines = endLine && endLine !== startLine ? `Lines ${startLine}–${endLine}` : `Line ${startLine}`;
  return `${lines}${version ? ` · version ${version.number}` : ""}`;
}

function locationText({ path, startLine, endLine, version }: Thread): string | undefined {
  if (!path) return undefined;
  const lines = startLine ? (endLine ? `:${startLine}–${endLine}` : `:${startLine}`) : "";
  return `${path}${lines}${version ? ` · version ${version.number}` : ""}`;
}

/** Whether the page's address names the thread, in which case it is scrolled to. */
function useIsTarget(element: RefObject<Element | null>, link: string, isEnabled: boolean): boolean {
  const [isTarget, setTarget] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    const followHash = () => {
      const { hash, href } = window.location;
      const isNamed = hash !== "" && hash === new URL(link, href).hash;
      setTarget(isNamed);
      if (isNamed) element.current?.scrollIntoView({ block: "center" });
    };
    followHash();
    window.addEventListener("hashchange", followHash);
    return () => window.removeEventListener("hashchange", followHash);
  }, [element, isEnabled, link]);
  return isTarget;
}

/** A comment thread with replies. Collapsed if it is resolved, unless there are later replies. */
export function ThreadView(props: ThreadViewProps) {
  const { name, thread, canWrite, showLocation = false, hideSuggestions = false, snippet } = props;
  const resolve = useResolveThread(name);
  const { resolvedAt } = thread;
  const resolved = resolvedAt !== undefined;
  const hasNewReply = resolved && thread.comments.some((each) => Date.parse(each.createdAt) > Date.parse(resolvedAt));
  const where = showLocation ? locationText(thread) : undefined;
  const first = thread.comments[0];
  const link = paths.pullThread(name, thread.id);
  const element = useRef<HTMLDetailsElement>(null);
  const isTarget = useIsTarget(element, link, showLocation);
  const toggle = () =>
    resolve.mutate(
      { threadId: thread.id, resolved: !resolved },
      { onError: (error) => toast.error("Couldn't update the thread.", { description: error.message }) },
    );
  const copyLink = <CopyButton text={() => new URL(link, window.location.href).href} what="link to thread" />;
  return (
    <details
      ref={element}
      id={showLocation ? `thread-${thread.id}` : undefined}
      open={!resolved || hasNewReply || isTarget}
      data-open-thread={resolved ? undefined : ""}
      className={classNames("rounded-md border text-sm", isTarget && "border-primary")}
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 px-3 py-1.5 text-xs">
        <span className="min-w-0 flex-1 truncate">
          {where ? (
            <code className="font-mono">{where}</code>
          ) : first ? (
            (linesText(thread) ?? `Started by ${actorName(first.author)}`)
          ) : (
            "Thread"
          )}
        </span>
        {hasNewReply ? <Badge tone="warning">New reply</Badge> : null}
        {resolved ? (
          <Badge tone="success">
            <CircleCheck aria-hidden />
            Resolved
          </Badge>
        ) : null}
      </summary>
      {snippet}
      <ul className="divide-y border-t">
        {thread.comments.map((comment) => (
          <CommentView
            key={comment.id}
            name={name}
            comment={comment}
            canWrite={canWrite}
            hideSuggestions={hideSuggestions}
          />
        ))}
      </ul>
      {canWrite ? (
        <div className="flex flex-wrap items-end gap-2 border-t p-2">
          <ReplyForm name={name} threadId={thread.id} />
          {resolved ? null : <SendThread name={name} thread={thread} />}
          <Button size="small" disabled={resolve.isPending} onClick={toggle}>
            {resolved ? "Reopen" : "Resolve"}
          </Button>
          {copyLink}
        </div>
      ) : (
        <div className="flex justify-end border-t p-1">{copyLink}</div>
      )}
    </details>
  );
}
