import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";

export const downloadArtifact = defineOperation({
  id: "downloadArtifact",
  summary: "Get a temporary link to an artifact",
  method: "GET",
  path: "/v1/agents/{id}/artifacts/download",
  pathParams: AgentPath,
  query: z.strictObject({ path: z.string("is required").min(1, "must not be empty") }),
  response: z.looseObject({ url: z.string(), expiresAt: z.string() }),
  masked: false,
});
