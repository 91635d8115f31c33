import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { describe } from "@/lib/contract/openapi/describe";
import type { Description } from "@/lib/contract/openapi/description";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { table } from "@/lib/contract/tables/service-table.generated";

const Package = z.object({ version: z.string() });

/** Everything that API tokens can call: the dashboard's own operations, and those of the service through its proxy. */
export async function describeDashboard({ webUrl }: { webUrl: string }): Promise<Description> {
  // Like migrations, read from the folder the program was started in.
  const { version } = Package.parse(JSON.parse(await readFile(join(process.cwd(), "package.json"), "utf8")));
  return describe([...dashboardTable, ...table], {
    serviceUrl: `${webUrl}/api`,
    serviceName: "Slipway dashboard",
    version,
    audience: "dashboard",
  });
}
