import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./service/core/store/tables/*.ts",
  out: "./service/core/store/migrations",
});
