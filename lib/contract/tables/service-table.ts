import { addSshKey } from "@/lib/contract/admin/add-ssh-key";
import { createMirror } from "@/lib/contract/admin/create-mirror";
import { createPersonKey } from "@/lib/contract/admin/create-person-key";
import { createServiceAccount } from "@/lib/contract/admin/create-service-account";
import { createServiceAccountKey } from "@/lib/contract/admin/create-service-account-key";
import { deleteApp } from "@/lib/contract/admin/delete-app";
import { deleteGroup } from "@/lib/contract/admin/delete-group";
import { deleteHostedEnvironment } from "@/lib/contract/admin/delete-hosted-environment";
import { deleteKey } from "@/lib/contract/admin/delete-key";
import { deleteRepository } from "@/lib/contract/admin/delete-repository";
import { deleteSshKey } from "@/lib/contract/admin/delete-ssh-key";
import { getAccount } from "@/lib/contract/admin/get-account";
import { getAppDelivery } from "@/lib/contract/admin/get-app-delivery";
import { getMirror } from "@/lib/contract/admin/get-mirror";
import { installApp } from "@/lib/contract/admin/install-app";
import { listAppDeliveries } from "@/lib/contract/admin/list-app-deliveries";
import { listAppSigningKeys } from "@/lib/contract/admin/list-app-signing-keys";
import { listGrantees } from "@/lib/contract/admin/list-grantees";
import { listGroups } from "@/lib/contract/admin/list-groups";
import { listHostedEnvironments } from "@/lib/contract/admin/list-hosted-environments";
import { listInstallations } from "@/lib/contract/admin/list-installations";
import { listKeys } from "@/lib/contract/admin/list-keys";
import { listPeople } from "@/lib/contract/admin/list-people";
import { listServiceAccounts } from "@/lib/contract/admin/list-service-accounts";
import { listSshKeys } from "@/lib/contract/admin/list-ssh-keys";
import { pingApp } from "@/lib/contract/admin/ping-app";
import { putGroup } from "@/lib/contract/admin/put-group";
import { putHostedEnvironment } from "@/lib/contract/admin/put-hosted-environment";
import { putMember } from "@/lib/contract/admin/put-member";
import { putPerson } from "@/lib/contract/admin/put-person";
import { redeliverAppDeliveries } from "@/lib/contract/admin/redeliver-app-deliveries";
import { removeInstallation } from "@/lib/contract/admin/remove-installation";
import { updateAccount } from "@/lib/contract/admin/update-account";
import { updateInstallation } from "@/lib/contract/admin/update-installation";
import { updateMirror } from "@/lib/contract/admin/update-mirror";
import { updateNamespace } from "@/lib/contract/admin/update-namespace";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { downloadArtifact } from "@/lib/contract/agents/download-artifact";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getMe } from "@/lib/contract/agents/get-me";
import { getRun } from "@/lib/contract/agents/get-run";
import { getUsage } from "@/lib/contract/agents/get-usage";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listArtifacts } from "@/lib/contract/agents/list-artifacts";
import { listModels } from "@/lib/contract/agents/list-models";
import { listRepositories } from "@/lib/contract/agents/list-repositories";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { streamRun } from "@/lib/contract/agents/stream-run";
import { unarchiveAgent } from "@/lib/contract/agents/unarchive-agent";
import { addAppInstallationRepositories } from "@/lib/contract/hosting/add-app-installation-repositories";
import { addAppSigningKey } from "@/lib/contract/hosting/add-app-signing-key";
import { addPullRequestCommentReaction } from "@/lib/contract/hosting/add-pull-request-comment-reaction";
import { addPullRequestLabels } from "@/lib/contract/hosting/add-pull-request-labels";
import { addSshCertificateAuthority } from "@/lib/contract/hosting/add-ssh-certificate-authority";
import { batchGetContents } from "@/lib/contract/hosting/batch-get-contents";
import { batchRedeliverWebhookDeliveries } from "@/lib/contract/hosting/batch-redeliver-webhook-deliveries";
import { batchUpsertCheckRuns } from "@/lib/contract/hosting/batch-upsert-check-runs";
import { compareCommits } from "@/lib/contract/hosting/compare-commits";
import { createApp } from "@/lib/contract/hosting/create-app";
import { createCheckRunAnnotations } from "@/lib/contract/hosting/create-check-run-annotations";
import { createCommitFromFiles } from "@/lib/contract/hosting/create-commit-from-files";
import { createGitRef } from "@/lib/contract/hosting/create-git-ref";
import { createInstallationAccessToken } from "@/lib/contract/hosting/create-installation-access-token";
import { createInstallationUserToken } from "@/lib/contract/hosting/create-installation-user-token";
import { createLabel } from "@/lib/contract/hosting/create-label";
import { createPullRequest } from "@/lib/contract/hosting/create-pull-request";
import { createPullRequestComment } from "@/lib/contract/hosting/create-pull-request-comment";
import { createPullRequestReview } from "@/lib/contract/hosting/create-pull-request-review";
import { createRepo } from "@/lib/contract/hosting/create-repo";
import { createRuleset } from "@/lib/contract/hosting/create-ruleset";
import { deleteAppInstallation } from "@/lib/contract/hosting/delete-app-installation";
import { deleteGitRef } from "@/lib/contract/hosting/delete-git-ref";
import { deleteLabel } from "@/lib/contract/hosting/delete-label";
import { deleteNamespaceGrant } from "@/lib/contract/hosting/delete-namespace-grant";
import { deletePullRequestComment } from "@/lib/contract/hosting/delete-pull-request-comment";
import { deleteRepositoryGrant } from "@/lib/contract/hosting/delete-repository-grant";
import { deleteRuleset } from "@/lib/contract/hosting/delete-ruleset";
import { deleteSshCertificateAuthority } from "@/lib/contract/hosting/delete-ssh-certificate-authority";
import { detachRepoMirror } from "@/lib/contract/hosting/detach-repo-mirror";
import { dismissPullRequestReview } from "@/lib/contract/hosting/dismiss-pull-request-review";
import { forceRepoMirrorCutover } from "@/lib/contract/hosting/force-repo-mirror-cutover";
import { getActiveMirrorTransitionJob } from "@/lib/contract/hosting/get-active-mirror-transition-job";
import { getApp } from "@/lib/contract/hosting/get-app";
import { getAppInstallation } from "@/lib/contract/hosting/get-app-installation";
import { getAuthenticatedApp } from "@/lib/contract/hosting/get-authenticated-app";
import { getBlob } from "@/lib/contract/hosting/get-blob";
import { getCheckRun } from "@/lib/contract/hosting/get-check-run";
import { getCheckSuite } from "@/lib/contract/hosting/get-check-suite";
import { getCommit } from "@/lib/contract/hosting/get-commit";
import { getContents } from "@/lib/contract/hosting/get-contents";
import { getGitCommit } from "@/lib/contract/hosting/get-git-commit";
import { getGitRef } from "@/lib/contract/hosting/get-git-ref";
import { getLabel } from "@/lib/contract/hosting/get-label";
import { getMirrorTransitionJob } from "@/lib/contract/hosting/get-mirror-transition-job";
import { getPullRequest } from "@/lib/contract/hosting/get-pull-request";
import { getPullRequestComment } from "@/lib/contract/hosting/get-pull-request-comment";
import { getPullRequestMergeability } from "@/lib/contract/hosting/get-pull-request-mergeability";
import { getRateLimit } from "@/lib/contract/hosting/get-rate-limit";
import { getRepo } from "@/lib/contract/hosting/get-repo";
import { getRepoTarball } from "@/lib/contract/hosting/get-repo-tarball";
import { getRuleset } from "@/lib/contract/hosting/get-ruleset";
import { getTag } from "@/lib/contract/hosting/get-tag";
import { getTree } from "@/lib/contract/hosting/get-tree";
import { grepContents } from "@/lib/contract/hosting/grep-contents";
import { listAppInstallationRepositories } from "@/lib/contract/hosting/list-app-installation-repositories";
import { listAppInstallations } from "@/lib/contract/hosting/list-app-installations";
import { listBranches } from "@/lib/contract/hosting/list-branches";
import { listCheckRunAnnotations } from "@/lib/contract/hosting/list-check-run-annotations";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/list-check-runs-for-commit";
import { listCheckRunsForSuite } from "@/lib/contract/hosting/list-check-runs-for-suite";
import { listCheckSuitesForCommit } from "@/lib/contract/hosting/list-check-suites-for-commit";
import { listCommitFiles } from "@/lib/contract/hosting/list-commit-files";
import { listCommits } from "@/lib/contract/hosting/list-commits";
import { listComparisonFiles } from "@/lib/contract/hosting/list-comparison-files";
import { listLabels } from "@/lib/contract/hosting/list-labels";
import { listMatchingGitRefs } from "@/lib/contract/hosting/list-matching-git-refs";
import { listNamespaceApps } from "@/lib/contract/hosting/list-namespace-apps";
import { listNamespaceGrants } from "@/lib/contract/hosting/list-namespace-grants";
import { listNamespaces } from "@/lib/contract/hosting/list-namespaces";
import { listPullRequestComments } from "@/lib/contract/hosting/list-pull-request-comments";
import { listPullRequestCommits } from "@/lib/contract/hosting/list-pull-request-commits";
import { listPullRequestFiles } from "@/lib/contract/hosting/list-pull-request-files";
import { listPullRequestLabels } from "@/lib/contract/hosting/list-pull-request-labels";
import { listPullRequestReviews } from "@/lib/contract/hosting/list-pull-request-reviews";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import { listRepos } from "@/lib/contract/hosting/list-repos";
import { listRepositoryGrants } from "@/lib/contract/hosting/list-repository-grants";
import { listRequestedReviewers } from "@/lib/contract/hosting/list-requested-reviewers";
import { listRulesets } from "@/lib/contract/hosting/list-rulesets";
import { listSshCertificateAuthorities } from "@/lib/contract/hosting/list-ssh-certificate-authorities";
import { listWebhookDeliveries } from "@/lib/contract/hosting/list-webhook-deliveries";
import { mergePullRequest } from "@/lib/contract/hosting/merge-pull-request";
import { pingWebhook } from "@/lib/contract/hosting/ping-webhook";
import { postCheckRun } from "@/lib/contract/hosting/post-check-run";
import { removeAllPullRequestLabels } from "@/lib/contract/hosting/remove-all-pull-request-labels";
import { removePullRequestCommentReaction } from "@/lib/contract/hosting/remove-pull-request-comment-reaction";
import { removePullRequestLabel } from "@/lib/contract/hosting/remove-pull-request-label";
import { removeRequestedReviewers } from "@/lib/contract/hosting/remove-requested-reviewers";
import { requestReviewers } from "@/lib/contract/hosting/request-reviewers";
import { rerequestCheckRun } from "@/lib/contract/hosting/rerequest-check-run";
import { revokeAppSigningKey } from "@/lib/contract/hosting/revoke-app-signing-key";
import { setPullRequestLabels } from "@/lib/contract/hosting/set-pull-request-labels";
import { setSshCertificateRequirement } from "@/lib/contract/hosting/set-ssh-certificate-requirement";
import { syncMirror } from "@/lib/contract/hosting/sync-mirror";
import { transitionRepoMirror } from "@/lib/contract/hosting/transition-repo-mirror";
import { updateApp } from "@/lib/contract/hosting/update-app";
import { updateLabel } from "@/lib/contract/hosting/update-label";
import { updatePullRequest } from "@/lib/contract/hosting/update-pull-request";
import { updatePullRequestComment } from "@/lib/contract/hosting/update-pull-request-comment";
import { updatePullRequestReview } from "@/lib/contract/hosting/update-pull-request-review";
import { updatePullRequestThread } from "@/lib/contract/hosting/update-pull-request-thread";
import { updateRepo } from "@/lib/contract/hosting/update-repo";
import { updateRuleset } from "@/lib/contract/hosting/update-ruleset";
import { upsertNamespaceGrant } from "@/lib/contract/hosting/upsert-namespace-grant";
import { upsertRepositoryGrant } from "@/lib/contract/hosting/upsert-repository-grant";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { createSessionToken } from "@/lib/contract/pools/create-session-token";
import { deregisterPool } from "@/lib/contract/pools/deregister-pool";
import { getWorker } from "@/lib/contract/pools/get-worker";
import { getWorkerSummary } from "@/lib/contract/pools/get-worker-summary";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { listPools } from "@/lib/contract/pools/list-pools";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { watchPendingRequests } from "@/lib/contract/pools/watch-pending-requests";

/** THE TABLE: every operation of both APIs, once. Proxy, client, router, description and tests all come from it. */
export const table = [
  pingWebhook,
  batchRedeliverWebhookDeliveries,
  listWebhookDeliveries,
  deleteRepository,
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
  deleteHostedEnvironment,
  getAccount,
  listHostedEnvironments,
  putHostedEnvironment,
  updateAccount,
  batchGetContents,
  compareCommits,
  createCommitFromFiles,
  createGitRef,
  createRepo,
  deleteGitRef,
  getBlob,
  getCommit,
  getContents,
  getGitCommit,
  getGitRef,
  getRateLimit,
  getRepo,
  getRepoTarball,
  getTag,
  getTree,
  grepContents,
  listBranches,
  listCommitFiles,
  listCommits,
  listComparisonFiles,
  listMatchingGitRefs,
  listNamespaces,
  listRepos,
  updateRepo,
  claimPendingRequest,
  createSessionToken,
  deregisterPool,
  getWorker,
  getWorkerSummary,
  listPendingRequests,
  listPools,
  listWorkers,
  registerPool,
  releaseClaim,
  watchPendingRequests,
  createPullRequest,
  getPullRequest,
  getPullRequestMergeability,
  listPullRequests,
  mergePullRequest,
  updatePullRequest,
  listRequestedReviewers,
  listPullRequestCommits,
  listPullRequestFiles,
  createPullRequestComment,
  createPullRequestReview,
  deletePullRequestComment,
  removePullRequestCommentReaction,
  addPullRequestCommentReaction,
  dismissPullRequestReview,
  getPullRequestComment,
  listPullRequestComments,
  listPullRequestReviews,
  removeRequestedReviewers,
  requestReviewers,
  updatePullRequestComment,
  updatePullRequestReview,
  updatePullRequestThread,
  listLabels,
  createLabel,
  getLabel,
  updateLabel,
  deleteLabel,
  listRulesets,
  createRuleset,
  getRuleset,
  updateRuleset,
  deleteRuleset,
  listPullRequestLabels,
  setPullRequestLabels,
  addPullRequestLabels,
  removePullRequestLabel,
  removeAllPullRequestLabels,
  deleteApp,
  getAppDelivery,
  listAppDeliveries,
  pingApp,
  redeliverAppDeliveries,
  installApp,
  listInstallations,
  removeInstallation,
  updateInstallation,
  updateNamespace,
  addAppInstallationRepositories,
  addAppSigningKey,
  listAppSigningKeys,
  createApp,
  createInstallationAccessToken,
  createInstallationUserToken,
  deleteAppInstallation,
  getApp,
  getAppInstallation,
  getAuthenticatedApp,
  listAppInstallationRepositories,
  listAppInstallations,
  listNamespaceApps,
  revokeAppSigningKey,
  updateApp,
  postCheckRun,
  getCheckRun,
  listCheckRunAnnotations,
  createCheckRunAnnotations,
  rerequestCheckRun,
  batchUpsertCheckRuns,
  getCheckSuite,
  listCheckRunsForSuite,
  listCheckRunsForCommit,
  listCheckSuitesForCommit,
  putGroup,
  putMember,
  addSshKey,
  deleteSshKey,
  listSshKeys,
  addSshCertificateAuthority,
  deleteSshCertificateAuthority,
  listSshCertificateAuthorities,
  setSshCertificateRequirement,
  deleteNamespaceGrant,
  deleteRepositoryGrant,
  listNamespaceGrants,
  listRepositoryGrants,
  upsertNamespaceGrant,
  upsertRepositoryGrant,
  createMirror,
  getMirror,
  updateMirror,
  detachRepoMirror,
  forceRepoMirrorCutover,
  getActiveMirrorTransitionJob,
  getMirrorTransitionJob,
  syncMirror,
  transitionRepoMirror,
  listPeople,
  putPerson,
  createPersonKey,
  listKeys,
  deleteKey,
  listServiceAccounts,
  createServiceAccount,
  createServiceAccountKey,
  listGrantees,
  listGroups,
  deleteGroup,
] as const;

export type TableOperation = (typeof table)[number];
