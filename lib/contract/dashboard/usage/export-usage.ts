import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { UsageQuery } from "./usage";

export const exportUsage = defineOperation({
  id: "exportUsage",
  summary: "Export token usage per run as CSV",
  method: "GET",
  path: "/dashboard/usage/export",
  query: UsageQuery,
  response: z.string(),
});
