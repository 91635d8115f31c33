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
export function parseWishes(texts: readonly string[]): { wishes: Wish[] } | { problem: string } {
  if (texts.length === 0) return { problem: "name at least one subject" };
  if (texts.length > most) return { problem: `at most ${most} subjects` };
  const wishes = new Map<string, Wish>();
  for (const text of texts) {
    const wish = parseWish(text);
    if (!wish) return { problem: "a subject has the form run:<agentId>:<runId>, or that with @<last event id>" };
    if (!wishes.has(wish.subject.name)) wishes.set(wish.subject.name, wish);
  }
  return { wishes: [...wishes.values()] };
}
