import { addPerson } from "@/lib/contract/dashboard/add-person";
import { checkInstallationReceipt } from "@/lib/contract/dashboard/check-installation-receipt";
import { createSignInLink } from "@/lib/contract/dashboard/create-sign-in-link";
import { deleteLaunchTemplate } from "@/lib/contract/dashboard/delete-launch-template";
import { deleteView } from "@/lib/contract/dashboard/delete-view";
import { endPersonSessions } from "@/lib/contract/dashboard/end-person-sessions";
import { endSession } from "@/lib/contract/dashboard/end-session";
import { exportAudit } from "@/lib/contract/dashboard/export-audit";
import { exportUsage } from "@/lib/contract/dashboard/export-usage";
import { getKeyCapabilities } from "@/lib/contract/dashboard/get-key-capabilities";
import { getLaunch } from "@/lib/contract/dashboard/get-launch";
import { getOverview } from "@/lib/contract/dashboard/get-overview";
import { getPrices } from "@/lib/contract/dashboard/get-prices";
import { getUsageReport } from "@/lib/contract/dashboard/get-usage-report";
import { getWebhookReceiver } from "@/lib/contract/dashboard/get-webhook-receiver";
import { listAgentChanges } from "@/lib/contract/dashboard/list-agent-changes";
import { listAgentRows } from "@/lib/contract/dashboard/list-agent-rows";
import { listAudit } from "@/lib/contract/dashboard/list-audit";
import { listKnownArtifacts } from "@/lib/contract/dashboard/list-known-artifacts";
import { listLaunchTemplates } from "@/lib/contract/dashboard/list-launch-templates";
import { listPeople } from "@/lib/contract/dashboard/list-people";
import { listPoolSamples } from "@/lib/contract/dashboard/list-pool-samples";
import { listPullStandings } from "@/lib/contract/dashboard/list-pull-statuses";
import { listPullsInNeed } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { listRunUsage } from "@/lib/contract/dashboard/list-run-usage";
import { listSavedViews } from "@/lib/contract/dashboard/list-saved-views";
import { listSessions } from "@/lib/contract/dashboard/list-sessions";
import { recordLaunch } from "@/lib/contract/dashboard/record-launch";
import { saveLaunchTemplate } from "@/lib/contract/dashboard/save-launch-template";
import { saveView } from "@/lib/contract/dashboard/save-view";
import { setPrices } from "@/lib/contract/dashboard/set-prices";
import { updatePerson } from "@/lib/contract/dashboard/update-person";
import type { Operation } from "@/lib/contract/operation";

/** Operations the dashboard answers itself, below `/api/dashboard`. No part of the service's contract. */
export const dashboardTable = [
  addPerson,
  checkInstallationReceipt,
  createSignInLink,
  deleteLaunchTemplate,
  deleteView,
  endPersonSessions,
  endSession,
  exportAudit,
  getOverview,
  listAgentChanges,
  listAgentRows,
  listAudit,
  listLaunchTemplates,
  listPeople,
  listSavedViews,
  listSessions,
  saveLaunchTemplate,
  saveView,
  updatePerson,
  exportUsage,
  getKeyCapabilities,
  getLaunch,
  getPrices,
  getUsageReport,
  getWebhookReceiver,
  listKnownArtifacts,
  listPoolSamples,
  listPullsInNeed,
  listPullStandings,
  listRunUsage,
  recordLaunch,
  setPrices,
] as const satisfies readonly Operation[];
