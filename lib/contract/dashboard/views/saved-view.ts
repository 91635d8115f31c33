import { z } from "zod";

export const maxViews = 100;
export const maxViewName = 100;
export const maxViewQuery = 2_000;

/** Lists that support saved views. */
export const viewLists = ["agents", "pulls"] as const;
export type ViewList = (typeof viewLists)[number];

/** A named search of a list. */
export const SavedView = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** The owner, and whether that is the current user. */
  owner: z.string(),
  own: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;
