import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/store/schema.ts",
    "./lib/store/index-schema.ts",
    "./lib/store/queue-schema.ts",
    "./lib/store/webhook-schema.ts",
  ],
  out: "./lib/store/migrations",
});
