import { getAccount } from "./admin/get-account";
import { updateAccount } from "./admin/update-account";
import { archiveAgent } from "./agents/archive-agent";
import { cancelRun } from "./agents/cancel-run";
import { createAgent } from "./agents/create-agent";
import { createRun } from "./agents/create-run";
import { createSubToken } from "./agents/create-sub-token";
import { deleteAgent } from "./agents/delete-agent";
import { downloadArtifact } from "./agents/download-artifact";
import { getAgent } from "./agents/get-agent";
import { getMe } from "./agents/get-me";
import { getRun } from "./agents/get-run";
import { getUsage } from "./agents/get-usage";
import { listAgents } from "./agents/list-agents";
import { listArtifacts } from "./agents/list-artifacts";
import { listModels } from "./agents/list-models";
import { listRepositories } from "./agents/list-repositories";
import { listRuns } from "./agents/list-runs";
import { streamRun } from "./agents/stream-run";
import { unarchiveAgent } from "./agents/unarchive-agent";
import { createRepo } from "./repohost/create-repo";
import { getRepo } from "./repohost/get-repo";
import { listNamespaces } from "./repohost/list-namespaces";
import { listRepos } from "./repohost/list-repos";

/** THE TABLE: every operation of both APIs, once. Proxy, client, router, description and tests all come from it. */
export const table = [
  archiveAgent,
  cancelRun,
  createAgent,
  createRun,
  createSubToken,
  deleteAgent,
  downloadArtifact,
  getAgent,
  getMe,
  getRun,
  getUsage,
  listAgents,
  listArtifacts,
  listModels,
  listRepositories,
  listRuns,
  streamRun,
  unarchiveAgent,
  getAccount,
  updateAccount,
  createRepo,
  getRepo,
  listNamespaces,
  listRepos,
] as const;

export type TableOperation = (typeof table)[number];
