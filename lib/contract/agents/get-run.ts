import { defineOperation } from "../define-operation";
import { Run, RunPath } from "./run";

export const getRun = defineOperation({
  id: "getRun",
  summary: "Get a run",
  method: "GET",
  path: "/v1/agents/{id}/runs/{runId}",
  pathParams: RunPath,
  response: Run,
});
