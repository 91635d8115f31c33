import { addSshKey } from "./admin/add-ssh-key";
import { createMirror } from "./admin/create-mirror";
import { createPersonKey } from "./admin/create-person-key";
import { createServiceAccount } from "./admin/create-service-account";
import { createServiceAccountKey } from "./admin/create-service-account-key";
import { deleteApp } from "./admin/delete-app";
import { deleteGroup } from "./admin/delete-group";
import { deleteHostedEnvironment } from "./admin/delete-hosted-environment";
import { deleteKey } from "./admin/delete-key";
import { deleteRepository } from "./admin/delete-repository";
import { deleteSshKey } from "./admin/delete-ssh-key";
import { getAccount } from "./admin/get-account";
import { getAppDelivery } from "./admin/get-app-delivery";
import { getMirror } from "./admin/get-mirror";
import { installApp } from "./admin/install-app";
import { listAppDeliveries } from "./admin/list-app-deliveries";
import { listAppSigningKeys } from "./admin/list-app-signing-keys";
import { listGrantees } from "./admin/list-grantees";
import { listGroups } from "./admin/list-groups";
import { listHostedEnvironments } from "./admin/list-hosted-environments";
import { listInstallations } from "./admin/list-installations";
import { listKeys } from "./admin/list-keys";
import { listPeople } from "./admin/list-people";
import { listServiceAccounts } from "./admin/list-service-accounts";
import { listSshKeys } from "./admin/list-ssh-keys";
import { pingApp } from "./admin/ping-app";
import { putGroup } from "./admin/put-group";
import { putHostedEnvironment } from "./admin/put-hosted-environment";
import { putMember } from "./admin/put-member";
import { putPerson } from "./admin/put-person";
import { redeliverAppDeliveries } from "./admin/redeliver-app-deliveries";
import { removeInstallation } from "./admin/remove-installation";
import { updateAccount } from "./admin/update-account";
import { updateInstallation } from "./admin/update-installation";
import { updateMirror } from "./admin/update-mirror";
import { updateNamespace } from "./admin/update-namespace";
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
import { addAppInstallationRepositories } from "./hosting/add-app-installation-repositories";
import { addAppSigningKey } from "./hosting/add-app-signing-key";
import { addPullRequestCommentReaction } from "./hosting/add-pull-request-comment-reaction";
import { addPullRequestLabels } from "./hosting/add-pull-request-labels";
import { addSshCertificateAuthority } from "./hosting/add-ssh-certificate-authority";
import { batchGetContents } from "./hosting/batch-get-contents";
import { batchRedeliverWebhookDeliveries } from "./hosting/batch-redeliver-webhook-deliveries";
import { batchUpsertCheckRuns } from "./hosting/batch-upsert-check-runs";
import { compareCommits } from "./hosting/compare-commits";
import { createApp } from "./hosting/create-app";
import { createCheckRunAnnotations } from "./hosting/create-check-run-annotations";
import { createCommitFromFiles } from "./hosting/create-commit-from-files";
import { createGitRef } from "./hosting/create-git-ref";
import { createInstallationAccessToken } from "./hosting/create-installation-access-token";
import { createInstallationUserToken } from "./hosting/create-installation-user-token";
import { createLabel } from "./hosting/create-label";
import { createPullRequest } from "./hosting/create-pull-request";
import { createPullRequestComment } from "./hosting/create-pull-request-comment";
import { createPullRequestReview } from "./hosting/create-pull-request-review";
import { createRepo } from "./hosting/create-repo";
import { createRuleset } from "./hosting/create-ruleset";
import { deleteAppInstallation } from "./hosting/delete-app-installation";
import { deleteGitRef } from "./hosting/delete-git-ref";
import { deleteLabel } from "./hosting/delete-label";
import { deleteNamespaceGrant } from "./hosting/delete-namespace-grant";
import { deletePullRequestComment } from "./hosting/delete-pull-request-comment";
import { deleteRepositoryGrant } from "./hosting/delete-repository-grant";
import { deleteRuleset } from "./hosting/delete-ruleset";
import { deleteSshCertificateAuthority } from "./hosting/delete-ssh-certificate-authority";
import { detachRepoMirror } from "./hosting/detach-repo-mirror";
import { dismissPullRequestReview } from "./hosting/dismiss-pull-request-review";
import { forceRepoMirrorCutover } from "./hosting/force-repo-mirror-cutover";
import { getActiveMirrorTransitionJob } from "./hosting/get-active-mirror-transition-job";
import { getApp } from "./hosting/get-app";
import { getAppInstallation } from "./hosting/get-app-installation";
import { getAuthenticatedApp } from "./hosting/get-authenticated-app";
import { getBlob } from "./hosting/get-blob";
import { getCheckRun } from "./hosting/get-check-run";
import { getCheckSuite } from "./hosting/get-check-suite";
import { getCommit } from "./hosting/get-commit";
import { getContents } from "./hosting/get-contents";
import { getGitCommit } from "./hosting/get-git-commit";
import { getGitRef } from "./hosting/get-git-ref";
import { getLabel } from "./hosting/get-label";
import { getMirrorTransitionJob } from "./hosting/get-mirror-transition-job";
import { getPullRequest } from "./hosting/get-pull-request";
import { getPullRequestComment } from "./hosting/get-pull-request-comment";
import { getPullRequestMergeability } from "./hosting/get-pull-request-mergeability";
import { getRateLimit } from "./hosting/get-rate-limit";
import { getRepo } from "./hosting/get-repo";
import { getRepoTarball } from "./hosting/get-repo-tarball";
import { getRuleset } from "./hosting/get-ruleset";
import { getTag } from "./hosting/get-tag";
import { getTree } from "./hosting/get-tree";
import { grepContents } from "./hosting/grep-contents";
import { listAppInstallationRepositories } from "./hosting/list-app-installation-repositories";
import { listAppInstallations } from "./hosting/list-app-installations";
import { listBranches } from "./hosting/list-branches";
import { listCheckRunAnnotations } from "./hosting/list-check-run-annotations";
import { listCheckRunsForCommit } from "./hosting/list-check-runs-for-commit";
import { listCheckRunsForSuite } from "./hosting/list-check-runs-for-suite";
import { listCheckSuitesForCommit } from "./hosting/list-check-suites-for-commit";
import { listCommitFiles } from "./hosting/list-commit-files";
import { listCommits } from "./hosting/list-commits";
import { listComparisonFiles } from "./hosting/list-comparison-files";
import { listLabels } from "./hosting/list-labels";
import { listMatchingGitRefs } from "./hosting/list-matching-git-refs";
import { listNamespaceApps } from "./hosting/list-namespace-apps";
import { listNamespaceGrants } from "./hosting/list-namespace-grants";
import { listNamespaces } from "./hosting/list-namespaces";
import { listPullRequestComments } from "./hosting/list-pull-request-comments";
import { listPullRequestCommits } from "./hosting/list-pull-request-commits";
import { listPullRequestFiles } from "./hosting/list-pull-request-files";
import { listPullRequestLabels } from "./hosting/list-pull-request-labels";
import { listPullRequestReviews } from "./hosting/list-pull-request-reviews";
import { listPullRequests } from "./hosting/list-pull-requests";
import { listRepos } from "./hosting/list-repos";
import { listRepositoryGrants } from "./hosting/list-repository-grants";
import { listRequestedReviewers } from "./hosting/list-requested-reviewers";
import { listRulesets } from "./hosting/list-rulesets";
import { listSshCertificateAuthorities } from "./hosting/list-ssh-certificate-authorities";
import { listWebhookDeliveries } from "./hosting/list-webhook-deliveries";
import { mergePullRequest } from "./hosting/merge-pull-request";
import { pingWebhook } from "./hosting/ping-webhook";
import { postCheckRun } from "./hosting/post-check-run";
import { removeAllPullRequestLabels } from "./hosting/remove-all-pull-request-labels";
import { removePullRequestCommentReaction } from "./hosting/remove-pull-request-comment-reaction";
import { removePullRequestLabel } from "./hosting/remove-pull-request-label";
import { removeRequestedReviewers } from "./hosting/remove-requested-reviewers";
import { requestReviewers } from "./hosting/request-reviewers";
import { rerequestCheckRun } from "./hosting/rerequest-check-run";
import { revokeAppSigningKey } from "./hosting/revoke-app-signing-key";
import { setPullRequestLabels } from "./hosting/set-pull-request-labels";
import { setSshCertificateRequirement } from "./hosting/set-ssh-certificate-requirement";
import { syncMirror } from "./hosting/sync-mirror";
import { transitionRepoMirror } from "./hosting/transition-repo-mirror";
import { updateApp } from "./hosting/update-app";
import { updateLabel } from "./hosting/update-label";
import { updatePullRequest } from "./hosting/update-pull-request";
import { updatePullRequestComment } from "./hosting/update-pull-request-comment";
import { updatePullRequestReview } from "./hosting/update-pull-request-review";
import { updatePullRequestThread } from "./hosting/update-pull-request-thread";
import { updateRepo } from "./hosting/update-repo";
import { updateRuleset } from "./hosting/update-ruleset";
import { upsertNamespaceGrant } from "./hosting/upsert-namespace-grant";
import { upsertRepositoryGrant } from "./hosting/upsert-repository-grant";
import { claimPendingRequest } from "./pools/claim-pending-request";
import { createSessionToken } from "./pools/create-session-token";
import { deregisterPool } from "./pools/deregister-pool";
import { getWorker } from "./pools/get-worker";
import { getWorkerSummary } from "./pools/get-worker-summary";
import { listPendingRequests } from "./pools/list-pending-requests";
import { listPools } from "./pools/list-pools";
import { listWorkers } from "./pools/list-workers";
import { registerPool } from "./pools/register-pool";
import { releaseClaim } from "./pools/release-claim";
import { watchPendingRequests } from "./pools/watch-pending-requests";

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
