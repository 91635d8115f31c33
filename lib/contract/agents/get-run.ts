import { defineOperation } from "../operation";
import { NoQuery } from "./pagination";
import { Run, RunPath } from "./run";

export const getRun = defineOperation({
  id: "getRun",
  summary: "Get a run",
  method: "GET",
  path: "/v1/agents/{id}/runs/{runId}",
  pathParams: RunPath,
  query: NoQuery,
  response: Run,
  family: "agents",
});
