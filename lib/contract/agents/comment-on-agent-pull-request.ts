import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";

const maxLength = 65_536;

/** An extension of the specification. */
export const commentOnAgentPullRequest = defineOperation({
  id: "commentOnAgentPullRequest",
  summary: "Comment on a pull request of an agent",
  method: "POST",
  path: "/v1/agents/{id}/pull-requests/comments",
  pathParams: AgentPath,
  body: z.strictObject({
    url: z.string().max(2_048),
    body: z
      .string()
      .max(maxLength, `must be at most ${maxLength} characters`)
      .refine((text) => text.trim() !== "", "must not be empty"),
  }),
  /** `as`: the GitHub account; absent on the service, or if the GitHub App or the token wrote it. */
  response: z.looseObject({ url: z.string(), as: z.string().optional() }),
  success: 201,
  credentials: ["user", "serviceAccount"],
});
