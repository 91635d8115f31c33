import { z } from "zod";
import { defineOperation } from "../operation";
import { NoQuery } from "./pagination";
import { RunPath } from "./run";

export const streamRun = defineOperation({
  id: "streamRun",
  summary: "Stream the events of a run",
  method: "GET",
  path: "/v1/agents/{id}/runs/{runId}/stream",
  pathParams: RunPath,
  query: NoQuery,
  response: z.string(),
  stream: true,
  family: "agents",
});
