import { z } from "zod";
import { defineOperation } from "../../operation";
import { DotenvBody, DotenvResult } from "./dotenv";

export const importDotenv = defineOperation({
  id: "importDotenv",
  summary: "Save the valid variables of a .env file, overwriting those with the same name",
  method: "POST",
  path: "/dashboard/variables/import",
  pathParams: z.object({}),
  query: z.object({}),
  body: DotenvBody,
  response: DotenvResult,
  family: "dashboard",
});
