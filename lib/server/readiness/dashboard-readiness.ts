import { systemClock } from "@/lib/core/clock";
import { dashboardSettings, serviceBase } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { createReadiness } from "./readiness";

/** Whether the dashboard's database and the service respond. */
export const dashboardReadiness = createReadiness({
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
