import { z } from "zod";
import { defineOperation } from "../operation";
import { maxViewName, maxViewQuery, SavedView, viewLists } from "./saved-view";

/** The database takes no NUL in a text. */
const noNul = (text: string) => !text.includes("\u0000");

export const saveView = defineOperation({
  id: "saveView",
  summary: "Keep a search of a list under a name; one of the person's own of that list and name is replaced",
  method: "POST",
  path: "/dashboard/views",
  pathParams: z.object({}),
  query: z.object({}),
  body: z.object({
    list: z.enum(viewLists, `must be ${viewLists.join(" or ")}`).default("agents"),
    name: z
      .string("is required")
      .trim()
      .min(1, "must not be empty")
      .max(maxViewName, `at most ${maxViewName} characters`)
      .refine(noNul, "must not hold a NUL character"),
    query: z
      .string("is required")
      .max(maxViewQuery, `at most ${maxViewQuery} characters`)
      .refine(noNul, "must not hold a NUL character"),
    shared: z.boolean(),
  }),
  response: SavedView,
  success: 201,
  family: "dashboard",
  // What a person keeps for themselves needs no more than to be signed in.
  role: "viewer",
});
