import { systemClock } from "@/lib/clock/clock";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { dashboardSettings, serviceBase } from "@/lib/upstream/dashboard-settings";
import { createReadiness } from "@/lib/upstream/readiness";

export const dynamic = "force-dynamic";

const readiness = createReadiness({
  clock: systemClock,
  checks: {
    async database() {
      const { database } = await dashboardStore();
      await database.execute("select 1");
    },
    async service(signal) {
      const answer = await fetch(`${serviceBase(dashboardSettings())}/healthz`, {
        signal,
        cache: "no-store",
        redirect: "manual",
      });
      await answer.body?.cancel();
      if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    },
  },
});

/** Ready to serve: says which part is not, and nothing else. */
export async function GET(): Promise<Response> {
  const { ready, parts } = await readiness();
  return Response.json(
    { status: ready ? "ready" : "not ready", ...parts },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
