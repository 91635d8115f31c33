import { z } from "zod";
import type { Values } from "./template";
import { payloadPath, valueAt } from "./variables";

/** The pull request of an event, as its owner reads it. */
export interface PullFactsOfEvent {
  repository: string;
  number: string;
  url: string;
  title: string;
  body: string;
  author: string;
  head: string;
  base: string;
}

/** What triggered a firing, as it is stored. */
export const FiringEvent = z.object({
  /** The JSON of a webhook. */
  payload: z.unknown().optional(),
  /** Of a check or label. */
  check: z.object({ name: z.string(), sha: z.string(), summary: z.string() }).optional(),
  label: z.string().optional(),
  pull: z.object({ ownerSlug: z.string(), repoName: z.string(), pullNumber: z.string() }).optional(),
});
export type FiringEvent = z.infer<typeof FiringEvent>;

/** Fields of an issue in the payloads of GitHub, GitLab and Linear, by variable. */
const issuePaths: Readonly<Record<string, readonly (readonly string[])[]>> = {
  title: [
    ["issue", "title"],
    ["object_attributes", "title"],
    ["data", "title"],
  ],
  body: [
    ["issue", "body"],
    ["object_attributes", "description"],
    ["data", "description"],
  ],
  number: [
    ["issue", "number"],
    ["object_attributes", "iid"],
    ["data", "identifier"],
  ],
  url: [["issue", "html_url"], ["object_attributes", "url"], ["url"]],
  author: [
    ["issue", "user", "login"],
    ["user", "username"],
    ["data", "creator", "name"],
  ],
};

/** A value as text. Null is empty: issues without a description have it. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function issueText(payload: unknown, field: string): string | undefined {
  for (const path of issuePaths[field] ?? []) {
    const value = textOf(valueAt(payload, path));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The values of a firing's variables. */
export function eventValues(
  { payload, check, label }: FiringEvent,
  { dueAt, pull }: { dueAt: Date; pull: PullFactsOfEvent | undefined },
): Values {
  const known: Readonly<Record<string, string | undefined>> = {
    "event.time": dueAt.toISOString(),
    "event.date": dueAt.toISOString().slice(0, 10),
    "event.body": textOf(payload),
    "event.repository": pull?.repository,
    "event.pull.number": pull?.number,
    "event.pull.url": pull?.url,
    "event.pull.title": pull?.title,
    "event.pull.body": pull?.body,
    "event.pull.author": pull?.author,
    "event.pull.head": pull?.head,
    "event.pull.base": pull?.base,
    "event.check.name": check?.name,
    "event.check.sha": check?.sha,
    "event.check.summary": check?.summary,
    "event.label": label,
  };
  return (name) => {
    const path = payloadPath(name);
    if (path) return textOf(valueAt(payload, path));
    if (name.startsWith("event.issue.")) return issueText(payload, name.slice("event.issue.".length));
    return Object.hasOwn(known, name) ? known[name] : undefined;
  };
}

/** Whether a payload has the value that a webhook's filter requires. */
export function matchesFilter(payload: unknown, filter: { path: string; equals: string } | undefined): boolean {
  return filter === undefined || textOf(valueAt(payload, filter.path.split("."))) === filter.equals;
}
