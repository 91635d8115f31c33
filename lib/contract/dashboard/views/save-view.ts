import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { maxViewName, maxViewQuery, SavedView, viewLists } from "./saved-view";

/** Postgres text can't contain NUL. */
const noNul = (text: string) => !text.includes("\u0000");

export const saveView = defineOperation({
  id: "saveView",
  summary: "Save a view of a list; replaces your view of that list with the same name",
  method: "POST",
  path: "/dashboard/views",
  body: z.object({
    list: z.enum(viewLists, `must be ${viewLists.join(" or ")}`).default("agents"),
    name: z
      .string("is required")
      .trim()
      .min(1, "must not be empty")
      .max(maxViewName, `must be at most ${maxViewName} characters`)
      .refine(noNul, "must not contain NUL characters"),
    query: z
      .string("is required")
      .max(maxViewQuery, `must be at most ${maxViewQuery} characters`)
      .refine(noNul, "must not contain NUL characters"),
    shared: z.boolean(),
  }),
  response: SavedView,
  success: 201,
  // Any signed-in user can save views.
  role: "viewer",
});
