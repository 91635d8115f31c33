import { z } from "zod";
import { CreateAgentBody } from "../../agents/create-agent";
import { ModelSelection } from "../../agents/model";
import { promptBodyBytes } from "../../agents/prompt";
import { defineOperation } from "../../define-operation";
import { LaunchFields } from "../launch-fields";
import { maxSavedVariables } from "../saved-variable";
import { Batch, maxBatchAgents } from "./batch";

const outOfRange = `must be 1 to ${maxBatchAgents}`;

export const CreateBatchBody = z
  .object({
    /** Chosen by the client, so that a repeated request doesn't launch the agents again. */
    id: z.uuid("must be a UUID"),
    /** What the agents have in common, and the model and repositories of those that don't choose others. */
    launch: CreateAgentBody.refine(({ agentId }) => agentId === undefined, {
      path: ["agentId"],
      message: "can't be set for a batch",
    }),
    /** One agent for each model; without any, the model of `launch`. */
    models: z.array(ModelSelection).max(maxBatchAgents, `must contain at most ${maxBatchAgents} models`).default([]),
    /** One agent for each repository of `launch`, instead of all repositories for each agent. */
    perRepository: z.boolean().default(false),
    /** Agents for each combination of model and repository. */
    attempts: z.int(outOfRange).min(1, outOfRange).max(maxBatchAgents, outOfRange).default(1),
    /** Saved variables to add to those that are added automatically. */
    savedVariables: z.array(z.uuid()).max(maxSavedVariables).default([]),
    /** The launch form, to launch the agents again from. */
    fields: LaunchFields.refine((fields) => JSON.stringify(fields).length <= 2_000_000, "is too large").optional(),
  })
  .superRefine(({ models, perRepository, attempts, launch }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const repositories = launch.repos?.length ?? 0;
    if (perRepository && repositories === 0) issue("perRepository", "requires repositories in launch.repos");
    const count = Math.max(models.length, 1) * (perRepository ? repositories : 1) * attempts;
    if (count > maxBatchAgents) issue("attempts", `a batch can have at most ${maxBatchAgents} agents, not ${count}`);
    if (count === 1) issue("attempts", "a batch needs at least 2 agents");
  });
export type CreateBatchBody = z.output<typeof CreateBatchBody>;

export const createBatch = defineOperation({
  id: "createBatch",
  summary: "Launch several agents with one prompt",
  method: "POST",
  path: "/dashboard/batches",
  bodyBytes: promptBodyBytes + 8 * 1024 * 1024,
  body: CreateBatchBody,
  response: Batch,
  success: 201,
});
