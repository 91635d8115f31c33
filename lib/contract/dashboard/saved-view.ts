import { z } from "zod";

export const maxViews = 100;
export const maxViewName = 100;
export const maxViewQuery = 2_000;

/** Lists whose searches can be kept. */
export const viewLists = ["agents", "pulls"] as const;
export type ViewList = (typeof viewLists)[number];

/** A search of a list that a person keeps under a name. */
export const SavedView = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Whose it is, and whether that is the person who asks. */
  owner: z.string(),
  own: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;
