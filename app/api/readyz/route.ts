import { systemClock } from "@/lib/core/clock";
import { dashboardSettings, serviceBase } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { createReadiness } from "@/lib/server/gateway/readiness";

export const dynamic = "force-dynamic";

const readiness = createReadiness({
  clock: systemClock,
  checks: {
    async database() {
      const { database } = await dashboardStore();
      await database.execute("select 1");
    },
    async service(signal) {
      const response = await fetch(`${serviceBase(dashboardSettings())}/healthz`, {
        signal,
        cache: "no-store",
        redirect: "manual",
      });
      await response.body?.cancel();
      if (response.status >= 500) throw new Error(`responded with ${response.status}`);
    },
  },
});

/** Readiness. Reports which dependency isn't ready, without details. */
export async function GET(): Promise<Response> {
  const { ready, parts } = await readiness();
  return Response.json(
    { status: ready ? "ready" : "not ready", ...parts },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
