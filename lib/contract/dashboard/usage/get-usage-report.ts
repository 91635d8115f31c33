import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { IndexProgress } from "../agent-row";
import { UsageQuery, UsageReport } from "./usage";

export const getUsageReport = defineOperation({
  id: "getUsageReport",
  summary: "Get a token usage report for the indexed runs",
  method: "GET",
  path: "/dashboard/usage",
  query: UsageQuery,
  response: z.object({ report: UsageReport, progress: IndexProgress }),
});
