import { defineOperation } from "../operation";
import { IdResponse } from "./agent";
import { NoQuery } from "./pagination";
import { RunPath } from "./run";

export const cancelRun = defineOperation({
  id: "cancelRun",
  summary: "Cancel the active run",
  method: "POST",
  path: "/v1/agents/{id}/runs/{runId}/cancel",
  pathParams: RunPath,
  query: NoQuery,
  response: IdResponse,
  family: "agents",
});
