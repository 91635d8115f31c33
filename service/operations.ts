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
import { claimPendingRequestOperation } from "./claims/claim-pending-request";
import { createSessionTokenOperation } from "./claims/create-session-token";
import { releaseClaimOperation } from "./claims/release-claim";
import { deleteHostedEnvironmentOperation } from "./environments/delete-hosted-environment";
import { listHostedEnvironmentsOperation } from "./environments/list-hosted-environments";
import { putHostedEnvironmentOperation } from "./environments/put-hosted-environment";
import type { Implementation } from "./http/implement";
import { getMeOperation } from "./metadata/get-me";
import { listModelsOperation } from "./metadata/list-models";
import { listRepositoriesOperation } from "./metadata/list-repositories";
import { createPersonKeyOperation } from "./people/create-person-key";
import { createServiceAccountOperation } from "./people/create-service-account";
import { createServiceAccountKeyOperation } from "./people/create-service-account-key";
import { deleteKeyOperation } from "./people/delete-key";
import { listKeysOperation } from "./people/list-keys";
import { listPeopleOperation } from "./people/list-people";
import { listServiceAccountsOperation } from "./people/list-service-accounts";
import { putPersonOperation } from "./people/put-person";
import { addSshKeyOperation } from "./people/ssh-keys/add-ssh-key";
import { deleteSshKeyOperation } from "./people/ssh-keys/delete-ssh-key";
import { listSshKeysOperation } from "./people/ssh-keys/list-ssh-keys";
import { deregisterPoolOperation } from "./pools/deregister-pool";
import { listPoolsOperation } from "./pools/list-pools";
import { registerPoolOperation } from "./pools/register-pool";
import { listPendingRequestsOperation } from "./queue/list-pending-requests";
import { watchPendingRequestsOperation } from "./queue/watch-pending-requests";
import { addAppSigningKeyOperation } from "./repohost/apps/add-app-signing-key";
import { createAppOperation } from "./repohost/apps/create-app";
import { deleteAppOperation } from "./repohost/apps/delete-app";
import { getAppOperation } from "./repohost/apps/get-app";
import { getAuthenticatedAppOperation } from "./repohost/apps/get-authenticated-app";
import { listAppSigningKeysOperation } from "./repohost/apps/list-app-signing-keys";
import { listNamespaceAppsOperation } from "./repohost/apps/list-namespace-apps";
import { revokeAppSigningKeyOperation } from "./repohost/apps/revoke-app-signing-key";
import { updateAppOperation } from "./repohost/apps/update-app";
import { listBranchesOperation } from "./repohost/branches/list-branches";
import { batchUpsertCheckRunsOperation } from "./repohost/checks/batch-upsert-check-runs";
import { createCheckRunAnnotationsOperation } from "./repohost/checks/create-check-run-annotations";
import { getCheckRunOperation } from "./repohost/checks/get-check-run";
import { getCheckSuiteOperation } from "./repohost/checks/get-check-suite";
import { listCheckRunAnnotationsOperation } from "./repohost/checks/list-check-run-annotations";
import { listCheckRunsForCommitOperation } from "./repohost/checks/list-check-runs-for-commit";
import { listCheckRunsForSuiteOperation } from "./repohost/checks/list-check-runs-for-suite";
import { listCheckSuitesForCommitOperation } from "./repohost/checks/list-check-suites-for-commit";
import { postCheckRunOperation } from "./repohost/checks/post-check-run";
import { rerequestCheckRunOperation } from "./repohost/checks/rerequest-check-run";
import { addPullRequestCommentReactionOperation } from "./repohost/comments/add-pull-request-comment-reaction";
import { createPullRequestCommentOperation } from "./repohost/comments/create-pull-request-comment";
import { deletePullRequestCommentOperation } from "./repohost/comments/delete-pull-request-comment";
import { getPullRequestCommentOperation } from "./repohost/comments/get-pull-request-comment";
import { listPullRequestCommentsOperation } from "./repohost/comments/list-pull-request-comments";
import { removePullRequestCommentReactionOperation } from "./repohost/comments/remove-pull-request-comment-reaction";
import { updatePullRequestCommentOperation } from "./repohost/comments/update-pull-request-comment";
import { updatePullRequestThreadOperation } from "./repohost/comments/update-pull-request-thread";
import { compareCommitsOperation } from "./repohost/commits/compare-commits";
import { getCommitOperation } from "./repohost/commits/get-commit";
import { listCommitFilesOperation } from "./repohost/commits/list-commit-files";
import { listCommitsOperation } from "./repohost/commits/list-commits";
import { listComparisonFilesOperation } from "./repohost/commits/list-comparison-files";
import { batchGetContentsOperation } from "./repohost/contents/batch-get-contents";
import { getContentsOperation } from "./repohost/contents/get-contents";
import { getRepoTarballOperation } from "./repohost/contents/get-repo-tarball";
import { grepContentsOperation } from "./repohost/contents/grep-contents";
import { createCommitFromFilesOperation } from "./repohost/git-data/create-commit-from-files";
import { createGitRefOperation } from "./repohost/git-data/create-git-ref";
import { deleteGitRefOperation } from "./repohost/git-data/delete-git-ref";
import { getBlobOperation } from "./repohost/git-data/get-blob";
import { getGitCommitOperation } from "./repohost/git-data/get-git-commit";
import { getGitRefOperation } from "./repohost/git-data/get-git-ref";
import { getTagOperation } from "./repohost/git-data/get-tag";
import { getTreeOperation } from "./repohost/git-data/get-tree";
import { listMatchingGitRefsOperation } from "./repohost/git-data/list-matching-git-refs";
import { deleteGroupOperation } from "./repohost/grants/delete-group";
import { deleteNamespaceGrantOperation } from "./repohost/grants/delete-namespace-grant";
import { deleteRepositoryGrantOperation } from "./repohost/grants/delete-repository-grant";
import { listGranteesOperation } from "./repohost/grants/list-grantees";
import { listGroupsOperation } from "./repohost/grants/list-groups";
import { listNamespaceGrantsOperation } from "./repohost/grants/list-namespace-grants";
import { listRepositoryGrantsOperation } from "./repohost/grants/list-repository-grants";
import { putGroupOperation } from "./repohost/grants/put-group";
import { upsertNamespaceGrantOperation } from "./repohost/grants/upsert-namespace-grant";
import { upsertRepositoryGrantOperation } from "./repohost/grants/upsert-repository-grant";
import { addAppInstallationRepositoriesOperation } from "./repohost/installations/add-app-installation-repositories";
import { createInstallationAccessTokenOperation } from "./repohost/installations/create-installation-access-token";
import { createInstallationUserTokenOperation } from "./repohost/installations/create-installation-user-token";
import { deleteAppInstallationOperation } from "./repohost/installations/delete-app-installation";
import { getAppInstallationOperation } from "./repohost/installations/get-app-installation";
import { installAppOperation } from "./repohost/installations/install-app";
import { listAppInstallationRepositoriesOperation } from "./repohost/installations/list-app-installation-repositories";
import { listAppInstallationsOperation } from "./repohost/installations/list-app-installations";
import { listInstallationsOperation } from "./repohost/installations/list-installations";
import { removeInstallationOperation } from "./repohost/installations/remove-installation";
import { updateInstallationOperation } from "./repohost/installations/update-installation";
import { addPullRequestLabelsOperation } from "./repohost/labels/add-pull-request-labels";
import { createLabelOperation } from "./repohost/labels/create-label";
import { deleteLabelOperation } from "./repohost/labels/delete-label";
import { getLabelOperation } from "./repohost/labels/get-label";
import { listLabelsOperation } from "./repohost/labels/list-labels";
import { listPullRequestLabelsOperation } from "./repohost/labels/list-pull-request-labels";
import { removeAllPullRequestLabelsOperation } from "./repohost/labels/remove-all-pull-request-labels";
import { removePullRequestLabelOperation } from "./repohost/labels/remove-pull-request-label";
import { setPullRequestLabelsOperation } from "./repohost/labels/set-pull-request-labels";
import { updateLabelOperation } from "./repohost/labels/update-label";
import { getPullRequestMergeabilityOperation } from "./repohost/mergeability/get-pull-request-mergeability";
import { mergePullRequestOperation } from "./repohost/mergeability/merge-pull-request";
import { createMirrorOperation } from "./repohost/mirrors/create-mirror";
import { detachRepoMirrorOperation } from "./repohost/mirrors/detach-repo-mirror";
import { forceRepoMirrorCutoverOperation } from "./repohost/mirrors/force-repo-mirror-cutover";
import { getActiveMirrorTransitionJobOperation } from "./repohost/mirrors/get-active-mirror-transition-job";
import { getMirrorOperation } from "./repohost/mirrors/get-mirror";
import { getMirrorTransitionJobOperation } from "./repohost/mirrors/get-mirror-transition-job";
import { syncMirrorOperation } from "./repohost/mirrors/sync-mirror";
import { transitionRepoMirrorOperation } from "./repohost/mirrors/transition-repo-mirror";
import { updateMirrorOperation } from "./repohost/mirrors/update-mirror";
import { listNamespacesOperation } from "./repohost/namespaces/list-namespaces";
import { putMemberOperation } from "./repohost/namespaces/put-member";
import { updateNamespaceOperation } from "./repohost/namespaces/update-namespace";
import { createPullRequestOperation } from "./repohost/pulls/create-pull-request";
import { getPullRequestOperation } from "./repohost/pulls/get-pull-request";
import { listPullRequestCommitsOperation } from "./repohost/pulls/list-pull-request-commits";
import { listPullRequestFilesOperation } from "./repohost/pulls/list-pull-request-files";
import { listPullRequestsOperation } from "./repohost/pulls/list-pull-requests";
import { updatePullRequestOperation } from "./repohost/pulls/update-pull-request";
import { getRateLimitOperation } from "./repohost/rate-limit/get-rate-limit";
import { createRepoOperation } from "./repohost/repositories/create-repo";
import { deleteRepositoryOperation } from "./repohost/repositories/delete-repository";
import { getRepoOperation } from "./repohost/repositories/get-repo";
import { listReposOperation } from "./repohost/repositories/list-repos";
import { updateRepoOperation } from "./repohost/repositories/update-repo";
import { listRequestedReviewersOperation } from "./repohost/reviewers/list-requested-reviewers";
import { removeRequestedReviewersOperation } from "./repohost/reviewers/remove-requested-reviewers";
import { requestReviewersOperation } from "./repohost/reviewers/request-reviewers";
import { createPullRequestReviewOperation } from "./repohost/reviews/create-pull-request-review";
import { dismissPullRequestReviewOperation } from "./repohost/reviews/dismiss-pull-request-review";
import { listPullRequestReviewsOperation } from "./repohost/reviews/list-pull-request-reviews";
import { updatePullRequestReviewOperation } from "./repohost/reviews/update-pull-request-review";
import { createRulesetOperation } from "./repohost/rulesets/create-ruleset";
import { deleteRulesetOperation } from "./repohost/rulesets/delete-ruleset";
import { getRulesetOperation } from "./repohost/rulesets/get-ruleset";
import { listRulesetsOperation } from "./repohost/rulesets/list-rulesets";
import { updateRulesetOperation } from "./repohost/rulesets/update-ruleset";
import { addSshCertificateAuthorityOperation } from "./repohost/ssh/add-ssh-certificate-authority";
import { deleteSshCertificateAuthorityOperation } from "./repohost/ssh/delete-ssh-certificate-authority";
import { listSshCertificateAuthoritiesOperation } from "./repohost/ssh/list-ssh-certificate-authorities";
import { setSshCertificateRequirementOperation } from "./repohost/ssh/set-ssh-certificate-requirement";
import { batchRedeliverWebhookDeliveriesOperation } from "./repohost/webhooks/batch-redeliver-webhook-deliveries";
import { getAppDeliveryOperation } from "./repohost/webhooks/get-app-delivery";
import { listAppDeliveriesOperation } from "./repohost/webhooks/list-app-deliveries";
import { listWebhookDeliveriesOperation } from "./repohost/webhooks/list-webhook-deliveries";
import { pingAppOperation } from "./repohost/webhooks/ping-app";
import { pingWebhookOperation } from "./repohost/webhooks/ping-webhook";
import { redeliverAppDeliveriesOperation } from "./repohost/webhooks/redeliver-app-deliveries";
import { cancelRunOperation } from "./runs/cancel-run";
import { createRunOperation } from "./runs/create-run";
import { getRunOperation } from "./runs/get-run";
import { listRunsOperation } from "./runs/list-runs";
import { streamRunOperation } from "./runs/stream-run";
import { createSubTokenOperation } from "./sub-tokens/create-sub-token";
import { getUsageOperation } from "./usage/get-usage";
import { getWorkerOperation } from "./workers/get-worker";
import { getWorkerSummaryOperation } from "./workers/get-worker-summary";
import { listWorkersOperation } from "./workers/list-workers";

/** What the service does for each operation of the contract table. An operation that is not here answers 501. */
export const operations: readonly Implementation[] = [
  pingWebhookOperation,
  getAppDeliveryOperation,
  listAppDeliveriesOperation,
  pingAppOperation,
  redeliverAppDeliveriesOperation,
  batchRedeliverWebhookDeliveriesOperation,
  listWebhookDeliveriesOperation,
  deleteRepositoryOperation,
  archiveAgentOperation,
  batchGetContentsOperation,
  cancelRunOperation,
  claimPendingRequestOperation,
  compareCommitsOperation,
  createAgentOperation,
  createCommitFromFilesOperation,
  createGitRefOperation,
  createRepoOperation,
  createRunOperation,
  createSessionTokenOperation,
  createSubTokenOperation,
  deleteAgentOperation,
  deleteGitRefOperation,
  deleteHostedEnvironmentOperation,
  deregisterPoolOperation,
  downloadArtifactOperation,
  getAccountOperation,
  getAgentOperation,
  getBlobOperation,
  getCommitOperation,
  getContentsOperation,
  getGitCommitOperation,
  getGitRefOperation,
  getMeOperation,
  getRateLimitOperation,
  getRepoOperation,
  getRepoTarballOperation,
  getRunOperation,
  getTagOperation,
  getTreeOperation,
  getUsageOperation,
  getWorkerOperation,
  getWorkerSummaryOperation,
  grepContentsOperation,
  listAgentsOperation,
  listArtifactsOperation,
  listBranchesOperation,
  listCommitFilesOperation,
  listCommitsOperation,
  listComparisonFilesOperation,
  listHostedEnvironmentsOperation,
  listMatchingGitRefsOperation,
  listModelsOperation,
  listNamespacesOperation,
  listPendingRequestsOperation,
  listPoolsOperation,
  listReposOperation,
  listRepositoriesOperation,
  listRunsOperation,
  listWorkersOperation,
  putHostedEnvironmentOperation,
  registerPoolOperation,
  releaseClaimOperation,
  streamRunOperation,
  unarchiveAgentOperation,
  updateAccountOperation,
  updateRepoOperation,
  watchPendingRequestsOperation,
  createPullRequestOperation,
  getPullRequestOperation,
  getPullRequestMergeabilityOperation,
  listPullRequestsOperation,
  mergePullRequestOperation,
  updatePullRequestOperation,
  listRequestedReviewersOperation,
  listPullRequestCommitsOperation,
  listPullRequestFilesOperation,
  createPullRequestCommentOperation,
  createPullRequestReviewOperation,
  deletePullRequestCommentOperation,
  removePullRequestCommentReactionOperation,
  addPullRequestCommentReactionOperation,
  dismissPullRequestReviewOperation,
  getPullRequestCommentOperation,
  listPullRequestCommentsOperation,
  listPullRequestReviewsOperation,
  removeRequestedReviewersOperation,
  requestReviewersOperation,
  updatePullRequestCommentOperation,
  updatePullRequestReviewOperation,
  updatePullRequestThreadOperation,
  addPullRequestLabelsOperation,
  createLabelOperation,
  deleteLabelOperation,
  getLabelOperation,
  listLabelsOperation,
  createRulesetOperation,
  deleteRulesetOperation,
  getRulesetOperation,
  listRulesetsOperation,
  updateRulesetOperation,
  listPullRequestLabelsOperation,
  removeAllPullRequestLabelsOperation,
  removePullRequestLabelOperation,
  setPullRequestLabelsOperation,
  updateLabelOperation,
  addAppSigningKeyOperation,
  listAppSigningKeysOperation,
  createAppOperation,
  deleteAppOperation,
  getAppOperation,
  getAuthenticatedAppOperation,
  listNamespaceAppsOperation,
  revokeAppSigningKeyOperation,
  updateAppOperation,
  addAppInstallationRepositoriesOperation,
  createInstallationAccessTokenOperation,
  createInstallationUserTokenOperation,
  deleteAppInstallationOperation,
  getAppInstallationOperation,
  installAppOperation,
  listAppInstallationRepositoriesOperation,
  listAppInstallationsOperation,
  listInstallationsOperation,
  removeInstallationOperation,
  updateInstallationOperation,
  batchUpsertCheckRunsOperation,
  createCheckRunAnnotationsOperation,
  getCheckRunOperation,
  getCheckSuiteOperation,
  listCheckRunAnnotationsOperation,
  listCheckRunsForCommitOperation,
  listCheckRunsForSuiteOperation,
  listCheckSuitesForCommitOperation,
  postCheckRunOperation,
  rerequestCheckRunOperation,
  deleteNamespaceGrantOperation,
  deleteRepositoryGrantOperation,
  listNamespaceGrantsOperation,
  listRepositoryGrantsOperation,
  putGroupOperation,
  putMemberOperation,
  listSshKeysOperation,
  addSshKeyOperation,
  deleteSshKeyOperation,
  addSshCertificateAuthorityOperation,
  deleteSshCertificateAuthorityOperation,
  listSshCertificateAuthoritiesOperation,
  setSshCertificateRequirementOperation,
  upsertNamespaceGrantOperation,
  upsertRepositoryGrantOperation,
  updateNamespaceOperation,
  createMirrorOperation,
  getMirrorOperation,
  updateMirrorOperation,
  detachRepoMirrorOperation,
  forceRepoMirrorCutoverOperation,
  getActiveMirrorTransitionJobOperation,
  getMirrorTransitionJobOperation,
  syncMirrorOperation,
  transitionRepoMirrorOperation,
  listPeopleOperation,
  putPersonOperation,
  createPersonKeyOperation,
  listKeysOperation,
  deleteKeyOperation,
  listServiceAccountsOperation,
  createServiceAccountOperation,
  createServiceAccountKeyOperation,
  listGranteesOperation,
  listGroupsOperation,
  deleteGroupOperation,
];
