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
import { addAppInstallationRepositories } from "./repohost/add-app-installation-repositories";
import { addAppSigningKey } from "./repohost/add-app-signing-key";
import { addPullRequestCommentReaction } from "./repohost/add-pull-request-comment-reaction";
import { addPullRequestLabels } from "./repohost/add-pull-request-labels";
import { addSshCertificateAuthority } from "./repohost/add-ssh-certificate-authority";
import { batchGetContents } from "./repohost/batch-get-contents";
import { batchRedeliverWebhookDeliveries } from "./repohost/batch-redeliver-webhook-deliveries";
import { batchUpsertCheckRuns } from "./repohost/batch-upsert-check-runs";
import { compareCommits } from "./repohost/compare-commits";
import { createApp } from "./repohost/create-app";
import { createCheckRunAnnotations } from "./repohost/create-check-run-annotations";
import { createCommitFromFiles } from "./repohost/create-commit-from-files";
import { createGitRef } from "./repohost/create-git-ref";
import { createInstallationAccessToken } from "./repohost/create-installation-access-token";
import { createInstallationUserToken } from "./repohost/create-installation-user-token";
import { createLabel } from "./repohost/create-label";
import { createPullRequest } from "./repohost/create-pull-request";
import { createPullRequestComment } from "./repohost/create-pull-request-comment";
import { createPullRequestReview } from "./repohost/create-pull-request-review";
import { createRepo } from "./repohost/create-repo";
import { createRuleset } from "./repohost/create-ruleset";
import { deleteAppInstallation } from "./repohost/delete-app-installation";
import { deleteGitRef } from "./repohost/delete-git-ref";
import { deleteLabel } from "./repohost/delete-label";
import { deleteNamespaceGrant } from "./repohost/delete-namespace-grant";
import { deletePullRequestComment } from "./repohost/delete-pull-request-comment";
import { deleteRepositoryGrant } from "./repohost/delete-repository-grant";
import { deleteRuleset } from "./repohost/delete-ruleset";
import { deleteSshCertificateAuthority } from "./repohost/delete-ssh-certificate-authority";
import { detachRepoMirror } from "./repohost/detach-repo-mirror";
import { dismissPullRequestReview } from "./repohost/dismiss-pull-request-review";
import { forceRepoMirrorCutover } from "./repohost/force-repo-mirror-cutover";
import { getActiveMirrorTransitionJob } from "./repohost/get-active-mirror-transition-job";
import { getApp } from "./repohost/get-app";
import { getAppInstallation } from "./repohost/get-app-installation";
import { getAuthenticatedApp } from "./repohost/get-authenticated-app";
import { getBlob } from "./repohost/get-blob";
import { getCheckRun } from "./repohost/get-check-run";
import { getCheckSuite } from "./repohost/get-check-suite";
import { getCommit } from "./repohost/get-commit";
import { getContents } from "./repohost/get-contents";
import { getGitCommit } from "./repohost/get-git-commit";
import { getGitRef } from "./repohost/get-git-ref";
import { getLabel } from "./repohost/get-label";
import { getMirrorTransitionJob } from "./repohost/get-mirror-transition-job";
import { getPullRequest } from "./repohost/get-pull-request";
import { getPullRequestComment } from "./repohost/get-pull-request-comment";
import { getPullRequestMergeability } from "./repohost/get-pull-request-mergeability";
import { getRateLimit } from "./repohost/get-rate-limit";
import { getRepo } from "./repohost/get-repo";
import { getRepoTarball } from "./repohost/get-repo-tarball";
import { getRuleset } from "./repohost/get-ruleset";
import { getTag } from "./repohost/get-tag";
import { getTree } from "./repohost/get-tree";
import { grepContents } from "./repohost/grep-contents";
import { listAppInstallationRepositories } from "./repohost/list-app-installation-repositories";
import { listAppInstallations } from "./repohost/list-app-installations";
import { listBranches } from "./repohost/list-branches";
import { listCheckRunAnnotations } from "./repohost/list-check-run-annotations";
import { listCheckRunsForCommit } from "./repohost/list-check-runs-for-commit";
import { listCheckRunsForSuite } from "./repohost/list-check-runs-for-suite";
import { listCheckSuitesForCommit } from "./repohost/list-check-suites-for-commit";
import { listCommitFiles } from "./repohost/list-commit-files";
import { listCommits } from "./repohost/list-commits";
import { listComparisonFiles } from "./repohost/list-comparison-files";
import { listLabels } from "./repohost/list-labels";
import { listMatchingGitRefs } from "./repohost/list-matching-git-refs";
import { listNamespaceApps } from "./repohost/list-namespace-apps";
import { listNamespaceGrants } from "./repohost/list-namespace-grants";
import { listNamespaces } from "./repohost/list-namespaces";
import { listPullRequestComments } from "./repohost/list-pull-request-comments";
import { listPullRequestCommits } from "./repohost/list-pull-request-commits";
import { listPullRequestFiles } from "./repohost/list-pull-request-files";
import { listPullRequestLabels } from "./repohost/list-pull-request-labels";
import { listPullRequestReviews } from "./repohost/list-pull-request-reviews";
import { listPullRequests } from "./repohost/list-pull-requests";
import { listRepos } from "./repohost/list-repos";
import { listRepositoryGrants } from "./repohost/list-repository-grants";
import { listRequestedReviewers } from "./repohost/list-requested-reviewers";
import { listRulesets } from "./repohost/list-rulesets";
import { listSshCertificateAuthorities } from "./repohost/list-ssh-certificate-authorities";
import { listWebhookDeliveries } from "./repohost/list-webhook-deliveries";
import { mergePullRequest } from "./repohost/merge-pull-request";
import { pingWebhook } from "./repohost/ping-webhook";
import { postCheckRun } from "./repohost/post-check-run";
import { removeAllPullRequestLabels } from "./repohost/remove-all-pull-request-labels";
import { removePullRequestCommentReaction } from "./repohost/remove-pull-request-comment-reaction";
import { removePullRequestLabel } from "./repohost/remove-pull-request-label";
import { removeRequestedReviewers } from "./repohost/remove-requested-reviewers";
import { requestReviewers } from "./repohost/request-reviewers";
import { rerequestCheckRun } from "./repohost/rerequest-check-run";
import { revokeAppSigningKey } from "./repohost/revoke-app-signing-key";
import { setPullRequestLabels } from "./repohost/set-pull-request-labels";
import { setSshCertificateRequirement } from "./repohost/set-ssh-certificate-requirement";
import { syncMirror } from "./repohost/sync-mirror";
import { transitionRepoMirror } from "./repohost/transition-repo-mirror";
import { updateApp } from "./repohost/update-app";
import { updateLabel } from "./repohost/update-label";
import { updatePullRequest } from "./repohost/update-pull-request";
import { updatePullRequestComment } from "./repohost/update-pull-request-comment";
import { updatePullRequestReview } from "./repohost/update-pull-request-review";
import { updatePullRequestThread } from "./repohost/update-pull-request-thread";
import { updateRepo } from "./repohost/update-repo";
import { updateRuleset } from "./repohost/update-ruleset";
import { upsertNamespaceGrant } from "./repohost/upsert-namespace-grant";
import { upsertRepositoryGrant } from "./repohost/upsert-repository-grant";

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
