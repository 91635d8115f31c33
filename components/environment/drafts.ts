import { z } from "zod";
import { jsonCodec } from "@/components/ui/json-codec";
import { localStore, storedNames } from "@/components/ui/local-store";

const prefix = "draft.environment:";

/** Uncommitted text, stored in this browser. */
const Draft = z.object({
  text: z.string(),
  /** The file's text and the branch's commit when the draft was started; `null` for a file without a branch. */
  base: z.object({ text: z.string().nullable(), headSha: z.string() }).nullable(),
  /** UTC milliseconds. */
  savedAt: z.number(),
});
export type Draft = z.infer<typeof Draft>;

const codec = jsonCodec<Draft | undefined>((json) => Draft.safeParse(json).data, undefined);

/** The draft of the file `name`. */
export const environmentDraft = (name: string) => localStore(prefix + name, codec);

/** Every draft, newest first. */
export function listDrafts(): { name: string; draft: Draft }[] {
  return storedNames(prefix)
    .flatMap((key) => {
      const draft = localStore(key, codec).read();
      return draft ? [{ name: key.slice(prefix.length), draft }] : [];
    })
    .sort((a, b) => b.draft.savedAt - a.draft.savedAt);
}
