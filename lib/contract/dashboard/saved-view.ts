import { z } from "zod";

export const maxViews = 100;
export const maxViewName = 100;
export const maxViewQuery = 2_000;

/** A search of the list of agents that a person keeps under a name. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Whose it is, and whether that is the person who asks. */
  owner: z.string(),
  own: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;
