/** What a browser may follow: the events of a run. `name` is how frames refer to it. */
export interface Subject {
  name: string;
  agentId: string;
  runId: string;
}

export interface Wish {
  subject: Subject;
  /** Id of the last event the browser has; absent when it has none. */
  after: string | undefined;
}

/** The queue of pending requests, of one pool or of all. */
export interface QueueWish {
  name: string;
  pool: string | undefined;
  after: string | undefined;
}

/** What changes in repositories. */
export interface HostingWish {
  name: "hosting";
  /** Number of the last change the browser has. */
  after: string | undefined;
}

/** What a browser may wish for on its one connection. */
export type LiveWish = { run: Wish } | { queue: QueueWish } | { hosting: HostingWish };

/** Reads `hosting`, optionally followed by `@<last event id>`. */
export function parseHostingWish(text: string): HostingWish | undefined {
  const found = /^hosting(?:@([0-9]{1,15}))?$/.exec(text);
  return found ? { name: "hosting", after: found[1] } : undefined;
}

const queueForm = /^(queue(?::([A-Za-z0-9._~!'()*%-]{1,600}))?)(?:@([A-Za-z0-9.-]{1,100}))?$/;

/** Reads `queue`, or `queue:<pool, percent-encoded>`, optionally followed by `@<last event id>`. */
export function parseQueueWish(text: string): QueueWish | undefined {
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

/** Reads `run:<agentId>:<runId>`, optionally followed by `@<last event id, percent-encoded>`. */
export function parseWish(text: string): Wish | undefined {
  const [, name, agentId, runId, id] = form.exec(text) ?? [];
  if (!name || !agentId || !runId || isDots(agentId) || isDots(runId)) return undefined;
  try {
    const after = id === undefined ? undefined : decodeURIComponent(id);
    return after !== undefined && /[\0\r\n]/.test(after) ? undefined : { subject: { name, agentId, runId }, after };
  } catch {
    return undefined;
  }
}

const most = 64;

/** Reads everything a browser asks to follow; a subject named twice counts once. */
export function parseWishes(texts: readonly string[]): { wishes: LiveWish[] } | { problem: string } {
  if (texts.length === 0) return { problem: "name at least one subject" };
  if (texts.length > most) return { problem: `at most ${most} subjects` };
  const wishes = new Map<string, LiveWish>();
  for (const text of texts) {
    const queue = parseQueueWish(text);
    const hosting = parseHostingWish(text);
    const run = queue || hosting ? undefined : parseWish(text);
    const wish = queue ? { queue } : hosting ? { hosting } : run && { run };
    const name = queue?.name ?? hosting?.name ?? run?.subject.name;
    if (!wish || name === undefined) {
      const forms = "run:<agentId>:<runId>, hosting, queue or queue:<pool>";
      return { problem: `a subject has one of the forms ${forms}, or that with @<last event id>` };
    }
    if (!wishes.has(name)) wishes.set(name, wish);
  }
  return { wishes: [...wishes.values()] };
}
