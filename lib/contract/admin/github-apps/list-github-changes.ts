import { z } from "zod";
import { defineOperation } from "../../define-operation";

/** Changes that GitHub's webhooks reported, in order. */
export const listGitHubChanges = defineOperation({
  id: "listGitHubChanges",
  summary: "List changes of pull requests on GitHub since a position",
  method: "GET",
  path: "/admin/v1/github-changes",
  query: z.object({
    /** Position of the last known change. Without it, only the current position is returned. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  response: z.looseObject({
    items: z.array(
      z.looseObject({
        position: z.number(),
        /** Without `https://`, such as `github.com/acme/widgets`. */
        repository: z.string(),
        /** Empty: any pull request of the repository. */
        pulls: z.array(z.number()),
      }),
    ),
    position: z.number(),
  }),
});
