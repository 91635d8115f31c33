import { z } from "zod";

const prefix = "slipway.draft.environment:";

/** Text that is not committed yet, kept in this browser. */
export const Draft = z.object({
  text: z.string(),
  /** The branch's own text and commit when the draft was begun; `null` for a file that is on no branch. */
  base: z.object({ text: z.string().nullable(), headSha: z.string() }).nullable(),
  /** UTC milliseconds. */
  savedAt: z.number(),
});
export type Draft = z.infer<typeof Draft>;

function parsed(text: string | null): Draft | undefined {
  if (text === null) return undefined;
  try {
    return Draft.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const readDraft = (name: string): Draft | undefined => parsed(localStorage.getItem(prefix + name));

/** False when the browser has no room for it. */
export function writeDraft(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(name: string): void {
  localStorage.removeItem(prefix + name);
}

/** Every draft, the latest first. */
export function listDrafts(): { name: string; draft: Draft }[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = parsed(localStorage.getItem(key));
      return draft ? [{ name: key.slice(prefix.length), draft }] : [];
    })
    .sort((a, b) => b.draft.savedAt - a.draft.savedAt);
}
