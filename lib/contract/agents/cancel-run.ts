import { defineOperation } from "../define-operation";
import { IdResponse } from "./agent";
import { RunPath } from "./run";

export const cancelRun = defineOperation({
  id: "cancelRun",
  summary: "Cancel the active run",
  method: "POST",
  path: "/v1/agents/{id}/runs/{runId}/cancel",
  pathParams: RunPath,
  response: IdResponse,
});
