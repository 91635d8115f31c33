import "server-only";
import { FailureBudget } from "@/lib/core/failure-budget";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { recordAudit } from "@/lib/server/db/audit";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { syncAfterWrite } from "@/lib/server/index/sync-after-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { type Answers, createAnswers } from "./answers";

declare global {
  interface Dashboard {
    answerFailures?: FailureBudget | undefined;
  }
}

/** The answer links of this dashboard. */
export async function dashboardAnswers(): Promise<Answers> {
  const { webUrl, failedAuthenticationsPerMinute } = dashboardSettings();
  const store = await dashboardStore();
  const service = dashboardService();
  dashboard.answerFailures ??= new FailureBudget(service.clock, failedAuthenticationsPerMinute);
  return createAnswers({
    store,
    service,
    webUrl,
    log: dashboardLog(),
    failures: dashboard.answerFailures,
    recordAudit: (entry) => recordAudit(store, entry),
    onWrite: syncAfterWrite,
  });
}
