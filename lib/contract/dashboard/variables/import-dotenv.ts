import { defineOperation } from "../../define-operation";
import { DotenvBody, DotenvResult } from "./dotenv";

export const importDotenv = defineOperation({
  id: "importDotenv",
  summary: "Save the valid variables of a .env file, overwriting those with the same name",
  method: "POST",
  path: "/dashboard/variables/import",
  body: DotenvBody,
  response: DotenvResult,
});
