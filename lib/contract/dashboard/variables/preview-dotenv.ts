import { defineOperation } from "../../define-operation";
import { DotenvBody, DotenvResult } from "./dotenv";

export const previewDotenv = defineOperation({
  id: "previewDotenv",
  summary: "Preview which variables of a .env file would be added or overwritten, and which are invalid",
  method: "POST",
  path: "/dashboard/variables/preview",
  body: DotenvBody,
  response: DotenvResult,
  // Changes nothing.
  audited: false,
});
