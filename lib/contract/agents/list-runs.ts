import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";
import { PageQuery } from "./pagination";
import { Run } from "./run";

export const listRuns = defineOperation({
  id: "listRuns",
  summary: "List the runs of an agent, newest first",
  method: "GET",
  path: "/v1/agents/{id}/runs",
  pathParams: AgentPath,
  query: PageQuery,
  response: z.looseObject({ items: z.array(Run), nextCursor: z.string().optional() }),
});
