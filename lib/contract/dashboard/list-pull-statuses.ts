import { z } from "zod";
import { defineOperation } from "../operation";

export const maxPullStatuses = 50;

const pull = /^([1-9][0-9]{0,18})@([0-9a-f]{40}|[0-9a-f]{64})$/;

/** How a pull request stood when the dashboard last asked: the same answer for everybody who looks at the list. */
export const PullStatus = z.object({
  number: z.string(),
  headSha: z.string(),
  /** The checks of the head, those that stand alike together. */
  checks: z
    .array(z.object({ status: z.string(), conclusion: z.string().optional(), count: z.number().int() }))
    .optional(),
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
    /** `number@headSha`, separated by commas; the first ones are read first. */
    pulls: z
      .string("is required")
      .transform((text) => text.split(","))
      .refine((all) => all.length <= maxPullStatuses, `must name at most ${maxPullStatuses} pull requests`)
      .refine((all) => all.every((each) => pull.test(each)), "must be number@headSha, separated by commas")
      .transform((all) =>
        all.map((each) => {
          const [number = "", headSha = ""] = each.split("@");
          return { number, headSha };
        }),
      ),
  }),
  response: z.object({
    statuses: z.array(PullStatus),
    /** More is being read: it is worth asking again soon. */
    reading: z.boolean(),
    /** When there are points again for what was not read for want of them. */
    waitsUntil: z.string().optional(),
  }),
  family: "dashboard",
});
