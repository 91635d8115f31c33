import { z } from "zod";
import type { NotificationEventType } from "@/lib/contract/dashboard/notifications/notification-events";
import { Actor } from "@/lib/contract/hosting/actor";
import type { HostingChange } from "../hosting/hosting-change";

/** A hosting event that users can be notified about. */
export interface HostingEvent {
  /** Unique among events of this type. For opened and merged, the pull request itself is. */
  key?: string;
  type: NotificationEventType;
  /** The approver or the failed check. */
  by?: string;
  /** The email address of the only user it is about. */
  recipient?: string;
}

const failing: ReadonlySet<string> = new Set(["failure", "timed_out", "action_required"]);

const Check = z.looseObject({
  checkRun: z.looseObject({ name: z.string(), sha: z.string(), conclusion: z.string().nullish() }),
});
const Review = z.looseObject({
  review: z.looseObject({ id: z.string(), verdict: z.string(), author: Actor.optional() }),
});
const Reviewer = z.looseObject({
  reviewer: z.looseObject({ user: z.looseObject({ email: z.string().optional() }).optional() }),
});

/** Parses an event of the hosting API. Returns `undefined` for events without notifications. */
export function parseHostingEvent(
  event: { id: string; type: string; payload: unknown },
  { repository }: HostingChange,
): HostingEvent | undefined {
  switch (event.type) {
    case "pull_request.created":
      return { type: "pull_request.opened" };
    case "pull_request.merged":
      return { type: "pull_request.merged" };
    case "repository.check_run.completed": {
      const run = Check.safeParse(event.payload).data?.checkRun;
      if (!run || !failing.has(run.conclusion ?? "")) return undefined;
      // More failures of the same commit aren't news.
      return { key: `checks-failed:${repository?.id}/${run.sha}`, type: "pull_request.checks_failed", by: run.name };
    }
    case "pull_request.review.submitted": {
      const review = Review.safeParse(event.payload).data?.review;
      if (review?.verdict !== "approve") return undefined;
      const { displayName, email } = review.author?.user ?? {};
      const by = displayName || email;
      return { key: `approved:${review.id}`, type: "pull_request.approved", ...(by ? { by } : {}) };
    }
    case "pull_request.reviewer.added":
    case "pull_request.reviewer.rerequested": {
      // Groups have no email address.
      const recipient = Reviewer.safeParse(event.payload).data?.reviewer.user?.email;
      if (!recipient) return undefined;
      return { key: `review-requested:${event.id}`, type: "pull_request.review_requested", recipient };
    }
    default:
      return undefined;
  }
}
