import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentListEntry } from "./agent";
import { flag, PageQuery } from "./pagination";

export const ListAgentsQuery = PageQuery.extend({ prUrl: z.string().min(1).optional(), includeArchived: flag(true) });

export const listAgents = defineOperation({
  id: "listAgents",
  summary: "List the caller's agents, newest first",
  method: "GET",
  path: "/v1/agents",
  query: ListAgentsQuery,
  response: z.looseObject({ items: z.array(AgentListEntry), nextCursor: z.string().optional() }),
});
