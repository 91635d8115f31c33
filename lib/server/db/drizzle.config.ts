import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./lib/server/db/schema.ts",
    "./lib/server/db/index-schema.ts",
    "./lib/server/db/queue-schema.ts",
    "./lib/server/db/webhook-schema.ts",
    "./lib/server/db/follow-up-schema.ts",
    "./lib/server/db/notification-schema.ts",
    "./lib/server/db/search-schema.ts",
    "./lib/server/db/variable-schema.ts",
    "./lib/server/db/budget-schema.ts",
    "./lib/server/db/batch-schema.ts",
    "./lib/server/db/automation-schema.ts",
  ],
  out: "./lib/server/db/migrations",
});
