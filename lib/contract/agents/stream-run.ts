import { z } from "zod";
import { defineOperation } from "../define-operation";
import { RunPath } from "./run";
import { runEvents } from "./run-events";

/** Name of the header with how long a run's events can be streamed, such as `X-Svc-Stream-Retention-Seconds` for the service name `svc`. */
export function retentionHeader(serviceName: string): string {
  return `X-${serviceName.charAt(0).toUpperCase()}${serviceName.slice(1)}-Stream-Retention-Seconds`;
}

export const streamRun = defineOperation({
  id: "streamRun",
  summary: "Stream the events of a run",
  method: "GET",
  path: "/v1/agents/{id}/runs/{runId}/stream",
  pathParams: RunPath,
  response: z.string(),
  stream: true,
  events: runEvents,
  numberHeaders: (serviceName) => ({
    [retentionHeader(serviceName)]: "How many seconds after its end a run can be streamed",
  }),
});
