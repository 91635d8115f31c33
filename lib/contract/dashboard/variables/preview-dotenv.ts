import { z } from "zod";
import { defineOperation } from "../../operation";
import { DotenvBody, DotenvResult } from "./dotenv";

export const previewDotenv = defineOperation({
  id: "previewDotenv",
  summary: "Preview which variables of a .env file would be added or overwritten, and which are invalid",
  method: "POST",
  path: "/dashboard/variables/preview",
  pathParams: z.object({}),
  query: z.object({}),
  body: DotenvBody,
  response: DotenvResult,
  family: "dashboard",
  // Changes nothing.
  audited: false,
});
