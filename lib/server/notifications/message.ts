import type { Answer } from "@/lib/contract/agents/question";
import type { NotificationEventType } from "@/lib/contract/dashboard/notifications/notification-events";
import type { NotificationText } from "@/lib/model/notifications/notification";

/** What an agent asks. */
export interface SentRequest {
  runId: string;
  questionId: string;
  /** One line of plain text. */
  text: string;
  /** Empty if the request needs its form, or if the user can't respond. `url`: a page that sends the answer, once. */
  choices: readonly { label: string; answer: Answer; url?: string }[];
}

export interface SentEvent extends Omit<NotificationText, "path"> {
  id: string;
  type: NotificationEventType | "test";
  /** ISO 8601. */
  at: string;
  /** The page about it. */
  url: string;
  agentId?: string;
  /** `owner/name/number`. */
  pullRequest?: string;
  request?: SentRequest;
}

/** A message to a channel. Retries have the same id. */
export interface Message {
  id: string;
  events: readonly SentEvent[];
}

/** The first line: what happened, and how much more. */
export function subjectOf({ events }: Message): string {
  const [first, ...rest] = events;
  if (!first) return "Notifications";
  const detail = first.detail === "" ? "" : ` · ${first.detail}`;
  return rest.length === 0 ? `${first.title}${detail}` : `${first.title}${detail} and ${rest.length} more`;
}

/** The message of "Send test". */
export function testMessage(id: string, webUrl: string, now: number): Message {
  const event: SentEvent = {
    id,
    type: "test",
    at: new Date(now).toISOString(),
    title: "Test notification",
    detail: "This channel works.",
    url: new URL("/settings/notifications", webUrl).href,
  };
  return { id, events: [event] };
}
