import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./service/store/tables/*.ts",
  out: "./service/store/migrations",
});
