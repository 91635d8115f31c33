import { getAccountOperation } from "./account/get-account";
import { updateAccountOperation } from "./account/update-account";
import { archiveAgentOperation } from "./agents/archive-agent";
import { createAgentOperation } from "./agents/create-agent";
import { deleteAgentOperation } from "./agents/delete-agent";
import { getAgentOperation } from "./agents/get-agent";
import { listAgentsOperation } from "./agents/list-agents";
import { unarchiveAgentOperation } from "./agents/unarchive-agent";
import { downloadArtifactOperation } from "./artifacts/download-artifact";
import { listArtifactsOperation } from "./artifacts/list-artifacts";
import type { Implementation } from "./http/implement";
import { getMeOperation } from "./metadata/get-me";
import { listModelsOperation } from "./metadata/list-models";
import { listRepositoriesOperation } from "./metadata/list-repositories";
import { listNamespacesOperation } from "./repohost/namespaces/list-namespaces";
import { createRepoOperation } from "./repohost/repositories/create-repo";
import { getRepoOperation } from "./repohost/repositories/get-repo";
import { listReposOperation } from "./repohost/repositories/list-repos";
import { cancelRunOperation } from "./runs/cancel-run";
import { createRunOperation } from "./runs/create-run";
import { getRunOperation } from "./runs/get-run";
import { listRunsOperation } from "./runs/list-runs";
import { streamRunOperation } from "./runs/stream-run";
import { createSubTokenOperation } from "./sub-tokens/create-sub-token";
import { getUsageOperation } from "./usage/get-usage";

/** What the service does for each operation of the contract table. An operation that is not here answers 501. */
export const operations: readonly Implementation[] = [
  archiveAgentOperation,
  cancelRunOperation,
  createAgentOperation,
  createRepoOperation,
  createRunOperation,
  createSubTokenOperation,
  deleteAgentOperation,
  downloadArtifactOperation,
  getAccountOperation,
  getAgentOperation,
  getMeOperation,
  getRepoOperation,
  getRunOperation,
  getUsageOperation,
  listAgentsOperation,
  listArtifactsOperation,
  listModelsOperation,
  listNamespacesOperation,
  listReposOperation,
  listRepositoriesOperation,
  listRunsOperation,
  streamRunOperation,
  unarchiveAgentOperation,
  updateAccountOperation,
];
