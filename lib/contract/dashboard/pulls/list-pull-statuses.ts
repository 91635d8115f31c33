import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullFacts } from "../agent-row";

export const maxPullStatuses = 50;

const pull = /^([1-9][0-9]{0,18})@([0-9a-f]{40}|[0-9a-f]{64})@([1-9][0-9]{0,18})$/;

/** A pull request's status as last fetched, shared by all viewers of the list. */
export const PullStatus = z.object({
  number: z.string(),
  headSha: z.string(),
  /** Checks of the head, grouped by status. */
  checks: z
    .array(z.object({ status: z.string(), conclusion: z.string().optional(), count: z.number().int() }))
    .optional(),
  /** The number of comments, and whether there are more. */
  comments: z.object({ count: z.number().int(), more: z.boolean() }).optional(),
  /** The decision of the reviews of the head. */
  review: PullFacts.shape.review,
  /** Each kind of blocker once. */
  verdict: z.object({ verdict: z.string(), blockers: z.array(z.object({ kind: z.string() })) }).optional(),
});
export type PullStatus = z.infer<typeof PullStatus>;

export const listPullStatuses = defineOperation({
  id: "listPullStatuses",
  summary: "List pull request statuses from the dashboard's shared cache",
  method: "GET",
  path: "/dashboard/pull-statuses/{ownerSlug}/{repoName}",
  pathParams: z.object({ ownerSlug: z.string(), repoName: z.string() }),
  query: z.strictObject({
    /** `number@headSha@version`, separated by commas; fetched in this order. */
    pulls: z
      .string("is required")
      .transform((text) => text.split(","))
      .refine((all) => all.length <= maxPullStatuses, `must contain at most ${maxPullStatuses} pull requests`)
      .refine((all) => all.every((each) => pull.test(each)), "must be number@headSha@version, separated by commas")
      .transform((all) =>
        all.map((each) => {
          const [number = "", headSha = "", version = ""] = each.split("@");
          return { number, headSha, version };
        }),
      ),
  }),
  response: z.object({
    statuses: z.array(PullStatus),
    /** True while more is being fetched; request again soon. */
    reading: z.boolean(),
    /** When the rate limit allows fetching the rest. */
    waitsUntil: z.string().optional(),
  }),
});
