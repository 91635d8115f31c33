import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { SavedVariable } from "../saved-variable";

/** A query parameter that can be repeated. */
const list = z
  .union([z.string().max(2_000), z.array(z.string().max(2_000)).max(20, "must contain at most 20 repositories")])
  .transform((value) => [value].flat())
  .optional();

export const LaunchVariable = SavedVariable.pick({
  id: true,
  name: true,
  scope: true,
  repository: true,
  kind: true,
  apply: true,
});
export type LaunchVariable = z.infer<typeof LaunchVariable>;

export const listLaunchVariables = defineOperation({
  id: "listLaunchVariables",
  summary: "List the saved variables that a launch can use, without values",
  method: "GET",
  path: "/dashboard/launch-variables",
  query: z.strictObject({
    /** URLs of the launch's repositories. */
    repository: list,
    model: z.string().max(200).optional(),
    pool: z.string().max(200).optional(),
  }),
  /** By name and precedence. */
  response: z.object({ variables: z.array(LaunchVariable) }),
  role: "operator",
});
