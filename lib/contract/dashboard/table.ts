import type { Operation } from "../operation";
import { addPerson } from "./add-person";
import { checkInstallationReceipt } from "./check-installation-receipt";
import { createSignInLink } from "./create-sign-in-link";
import { deleteLaunchTemplate } from "./delete-launch-template";
import { deleteView } from "./delete-view";
import { endPersonSessions } from "./end-person-sessions";
import { endSession } from "./end-session";
import { exportAudit } from "./export-audit";
import { exportUsage } from "./export-usage";
import { getKeyCapabilities } from "./get-key-capabilities";
import { getLaunch } from "./get-launch";
import { getOverview } from "./get-overview";
import { getPrices } from "./get-prices";
import { getUsageReport } from "./get-usage-report";
import { getWebhookReceiver } from "./get-webhook-receiver";
import { listAgentChanges } from "./list-agent-changes";
import { listAgentRows } from "./list-agent-rows";
import { listAudit } from "./list-audit";
import { listKnownArtifacts } from "./list-known-artifacts";
import { listLaunchTemplates } from "./list-launch-templates";
import { listPeople } from "./list-people";
import { listPoolSamples } from "./list-pool-samples";
import { listPullStandings } from "./list-pull-statuses";
import { listPullsInNeed } from "./list-pulls-needing-attention";
import { listRunUsage } from "./list-run-usage";
import { listSavedViews } from "./list-saved-views";
import { listSessions } from "./list-sessions";
import { recordLaunch } from "./record-launch";
import { saveLaunchTemplate } from "./save-launch-template";
import { saveView } from "./save-view";
import { setPrices } from "./set-prices";
import { updatePerson } from "./update-person";

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
