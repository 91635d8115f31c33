import type { OwnOperation } from "@/lib/server/gateway/own-operation";
import { getOverviewOperation } from "./agents/get-overview";
import { listAgentChangesOperation } from "./agents/list-agent-changes";
import { listAgentRowsOperation } from "./agents/list-agent-rows";
import { listKnownArtifactsOperation } from "./artifacts/list-known-artifacts";
import { exportAuditOperation } from "./audit/export-audit";
import { listAuditOperation } from "./audit/list-audit";
import { checkInstallationReceiptOperation } from "./installations/check-installation-receipt";
import { getKeyCapabilitiesOperation } from "./keys/get-key-capabilities";
import { deleteLaunchTemplateOperation } from "./launch-templates/delete-launch-template";
import { listLaunchTemplatesOperation } from "./launch-templates/list-launch-templates";
import { saveLaunchTemplateOperation } from "./launch-templates/save-launch-template";
import { getLaunchOperation } from "./launches/get-launch";
import { recordLaunchOperation } from "./launches/record-launch";
import { addPersonOperation } from "./people/add-person";
import { createSignInLinkOperation } from "./people/create-sign-in-link";
import { endPersonSessionsOperation } from "./people/end-person-sessions";
import { listPeopleOperation } from "./people/list-people";
import { updatePersonOperation } from "./people/update-person";
import { listPoolSamplesOperation } from "./pools/list-pool-samples";
import { getPricesOperation } from "./prices/get-prices";
import { setPricesOperation } from "./prices/set-prices";
import { listPullStandingsOperation } from "./pulls/list-pull-statuses";
import { listPullsInNeedOperation } from "./pulls/list-pulls-needing-attention";
import { endSessionOperation } from "./sessions/end-session";
import { listSessionsOperation } from "./sessions/list-sessions";
import { exportUsageOperation } from "./usage/export-usage";
import { getUsageReportOperation } from "./usage/get-usage-report";
import { listRunUsageOperation } from "./usage/list-run-usage";
import { deleteViewOperation } from "./views/delete-view";
import { listSavedViewsOperation } from "./views/list-saved-views";
import { saveViewOperation } from "./views/save-view";
import { getWebhookReceiverOperation } from "./webhooks/get-webhook-receiver";

/** What answers each operation of `lib/contract/dashboard/table.ts`. */
export const ownOperations: readonly OwnOperation[] = [
  addPersonOperation,
  checkInstallationReceiptOperation,
  createSignInLinkOperation,
  deleteLaunchTemplateOperation,
  endPersonSessionsOperation,
  endSessionOperation,
  exportAuditOperation,
  listAuditOperation,
  listLaunchTemplatesOperation,
  listPoolSamplesOperation,
  listPullsInNeedOperation,
  listPullStandingsOperation,
  deleteViewOperation,
  listPeopleOperation,
  listSessionsOperation,
  listSavedViewsOperation,
  saveViewOperation,
  saveLaunchTemplateOperation,
  getOverviewOperation,
  listAgentChangesOperation,
  listAgentRowsOperation,
  updatePersonOperation,
  exportUsageOperation,
  getKeyCapabilitiesOperation,
  getLaunchOperation,
  getPricesOperation,
  getUsageReportOperation,
  listKnownArtifactsOperation,
  listRunUsageOperation,
  recordLaunchOperation,
  setPricesOperation,
  getWebhookReceiverOperation,
];
