import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/server/db/schema.ts",
    "./lib/server/db/index-schema.ts",
    "./lib/server/db/queue-schema.ts",
    "./lib/server/db/webhook-schema.ts",
  ],
  out: "./lib/server/db/migrations",
});
