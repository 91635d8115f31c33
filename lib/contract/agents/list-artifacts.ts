import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";

export const Artifact = z.looseObject({ path: z.string(), sizeBytes: z.number().int(), updatedAt: z.string() });
export type Artifact = z.infer<typeof Artifact>;

export const listArtifacts = defineOperation({
  id: "listArtifacts",
  summary: "List the artifacts of an agent",
  method: "GET",
  path: "/v1/agents/{id}/artifacts",
  pathParams: AgentPath,
  response: z.looseObject({ items: z.array(Artifact) }),
});
