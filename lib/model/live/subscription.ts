import type { Subject } from "./protocol";

export function runSubject(agentId: string, runId: string): Subject {
  return `run:${agentId}:${runId}`;
}

/** The queue of pending requests, of one pool or of all. */
export function queueSubject(pool?: string): Subject {
  return pool === undefined ? "queue" : `queue:${encodeURIComponent(pool)}`;
}

/** Changes in repositories. */
export const hostingSubject: Subject = "hosting";

/** Whether the service responds. */
export const healthSubject = "health";

/** The live channel URL for these subjects, each after the last event the browser received. */
export function liveAddress(
  path: string,
  watched: readonly { subject: Subject; resumeAfter: string | undefined }[],
): string {
  const query = watched.map(({ subject, resumeAfter }) => {
    const value = resumeAfter === undefined ? subject : `${subject}@${encodeURIComponent(resumeAfter)}`;
    return `s=${encodeURIComponent(value)}`;
  });
  return `${path}?${query.join("&")}`;
}

/** A run to follow. Frames refer to it by `name`. */
export interface RunSubject {
  name: string;
  agentId: string;
  runId: string;
}

export interface RunSubscription {
  subject: RunSubject;
  /** Id of the last received event, if any. */
  after: string | undefined;
}

/** The queue of pending requests, of one pool or of all. */
export interface QueueSubscription {
  name: string;
  pool: string | undefined;
  after: string | undefined;
}

/** Changes in repositories. */
export interface HostingSubscription {
  name: "hosting";
  /** Number of the last received change. */
  after: string | undefined;
}

/** Whether the service responds. Only the current state is sent, so there is no position to resume from. */
export interface HealthSubscription {
  name: typeof healthSubject;
}

/** Subjects a browser can follow on its connection. */
export type Subscription =
  | { run: RunSubscription }
  | { queue: QueueSubscription }
  | { hosting: HostingSubscription }
  | { health: HealthSubscription };

/** Parses `hosting`, optionally followed by `@<last event id>`. */
export function parseHostingSubscription(text: string): HostingSubscription | undefined {
  const found = /^hosting(?:@([0-9]{1,15}))?$/.exec(text);
  return found ? { name: "hosting", after: found[1] } : undefined;
}

const queueForm = /^(queue(?::([A-Za-z0-9._~!'()*%-]{1,600}))?)(?:@([A-Za-z0-9.-]{1,100}))?$/;

/** Parses `queue`, or `queue:<pool, percent-encoded>`, optionally followed by `@<last event id>`. */
export function parseQueueSubscription(text: string): QueueSubscription | undefined {
  const [, name, pool, after] = queueForm.exec(text) ?? [];
  if (!name) return undefined;
  try {
    return { name, pool: pool === undefined ? undefined : decodeURIComponent(pool), after };
  } catch {
    return undefined;
  }
}

const form = /^(run:([A-Za-z0-9._~-]{1,200}):([A-Za-z0-9._~-]{1,200}))(?:@(.{1,2000}))?$/;
const isDots = (text: string) => text === "." || text === "..";

/** Parses `run:<agentId>:<runId>`, optionally followed by `@<last event id, percent-encoded>`. */
export function parseRunSubscription(text: string): RunSubscription | undefined {
  const [, name, agentId, runId, id] = form.exec(text) ?? [];
  if (!name || !agentId || !runId || isDots(agentId) || isDots(runId)) return undefined;
  try {
    const after = id === undefined ? undefined : decodeURIComponent(id);
    return after !== undefined && /[\0\r\n]/.test(after) ? undefined : { subject: { name, agentId, runId }, after };
  } catch {
    return undefined;
  }
}

const maxSubjects = 64;

/** Parses all requested subjects. Duplicates count once. */
export function parseSubscriptions(texts: readonly string[]): { subscriptions: Subscription[] } | { problem: string } {
  if (texts.length === 0) return { problem: "at least one subject is required" };
  if (texts.length > maxSubjects) return { problem: `at most ${maxSubjects} subjects are allowed` };
  const subscriptions = new Map<string, Subscription>();
  for (const text of texts) {
    const parsed = parseSubscription(text);
    if (!parsed) {
      const forms = "run:<agentId>:<runId>, hosting, queue or queue:<pool>";
      return { problem: `invalid subject: must be health, or ${forms}, optionally followed by @<last event id>` };
    }
    if (!subscriptions.has(parsed.name)) subscriptions.set(parsed.name, parsed.subscription);
  }
  return { subscriptions: [...subscriptions.values()] };
}

function parseSubscription(text: string): { name: Subject; subscription: Subscription } | undefined {
  if (text === healthSubject) return { name: text, subscription: { health: { name: text } } };
  const queue = parseQueueSubscription(text);
  if (queue) return { name: queue.name, subscription: { queue } };
  const hosting = parseHostingSubscription(text);
  if (hosting) return { name: hosting.name, subscription: { hosting } };
  const run = parseRunSubscription(text);
  return run && { name: run.subject.name, subscription: { run } };
}
