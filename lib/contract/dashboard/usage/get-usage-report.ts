import { z } from "zod";
import { defineOperation } from "../../operation";
import { IndexProgress } from "../agent-row";
import { UsageQuery, UsageReport } from "./usage";

export const getUsageReport = defineOperation({
  id: "getUsageReport",
  summary: "Get a token usage report for the indexed runs",
  method: "GET",
  path: "/dashboard/usage",
  pathParams: z.object({}),
  query: UsageQuery,
  response: z.object({ report: UsageReport, progress: IndexProgress }),
  family: "dashboard",
});
