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
import type { Implementation } from "./core/http/implement";
import { deleteHostedEnvironmentOperation } from "./environments/delete-hosted-environment";
import { listHostedEnvironmentsOperation } from "./environments/list-hosted-environments";
import { putHostedEnvironmentOperation } from "./environments/put-hosted-environment";
import { addAppSigningKeyOperation } from "./hosting/apps/add-app-signing-key";
import { createAppOperation } from "./hosting/apps/create-app";
import { deleteAppOperation } from "./hosting/apps/delete-app";
import { getAppOperation } from "./hosting/apps/get-app";
import { getAuthenticatedAppOperation } from "./hosting/apps/get-authenticated-app";
import { listAppSigningKeysOperation } from "./hosting/apps/list-app-signing-keys";
import { listNamespaceAppsOperation } from "./hosting/apps/list-namespace-apps";
import { revokeAppSigningKeyOperation } from "./hosting/apps/revoke-app-signing-key";
import { updateAppOperation } from "./hosting/apps/update-app";
import { listBranchesOperation } from "./hosting/branches/list-branches";
import { batchUpsertCheckRunsOperation } from "./hosting/checks/batch-upsert-check-runs";
import { createCheckRunAnnotationsOperation } from "./hosting/checks/create-check-run-annotations";
import { getCheckRunOperation } from "./hosting/checks/get-check-run";
import { getCheckSuiteOperation } from "./hosting/checks/get-check-suite";
import { listCheckRunAnnotationsOperation } from "./hosting/checks/list-check-run-annotations";
import { listCheckRunsForCommitOperation } from "./hosting/checks/list-check-runs-for-commit";
import { listCheckRunsForSuiteOperation } from "./hosting/checks/list-check-runs-for-suite";
import { listCheckSuitesForCommitOperation } from "./hosting/checks/list-check-suites-for-commit";
import { postCheckRunOperation } from "./hosting/checks/post-check-run";
import { rerequestCheckRunOperation } from "./hosting/checks/rerequest-check-run";
import { addPullRequestCommentReactionOperation } from "./hosting/comments/add-pull-request-comment-reaction";
import { createPullRequestCommentOperation } from "./hosting/comments/create-pull-request-comment";
import { deletePullRequestCommentOperation } from "./hosting/comments/delete-pull-request-comment";
import { getPullRequestCommentOperation } from "./hosting/comments/get-pull-request-comment";
import { listPullRequestCommentsOperation } from "./hosting/comments/list-pull-request-comments";
import { removePullRequestCommentReactionOperation } from "./hosting/comments/remove-pull-request-comment-reaction";
import { updatePullRequestCommentOperation } from "./hosting/comments/update-pull-request-comment";
import { updatePullRequestThreadOperation } from "./hosting/comments/update-pull-request-thread";
import { compareCommitsOperation } from "./hosting/commits/compare-commits";
import { getCommitOperation } from "./hosting/commits/get-commit";
import { listCommitFilesOperation } from "./hosting/commits/list-commit-files";
import { listCommitsOperation } from "./hosting/commits/list-commits";
import { listComparisonFilesOperation } from "./hosting/commits/list-comparison-files";
import { batchGetContentsOperation } from "./hosting/contents/batch-get-contents";
import { getContentsOperation } from "./hosting/contents/get-contents";
import { getRepoTarballOperation } from "./hosting/contents/get-repo-tarball";
import { grepContentsOperation } from "./hosting/contents/grep-contents";
import { createCommitFromFilesOperation } from "./hosting/git-data/create-commit-from-files";
import { createGitRefOperation } from "./hosting/git-data/create-git-ref";
import { deleteGitRefOperation } from "./hosting/git-data/delete-git-ref";
import { getBlobOperation } from "./hosting/git-data/get-blob";
import { getGitCommitOperation } from "./hosting/git-data/get-git-commit";
import { getGitRefOperation } from "./hosting/git-data/get-git-ref";
import { getTagOperation } from "./hosting/git-data/get-tag";
import { getTreeOperation } from "./hosting/git-data/get-tree";
import { listMatchingGitRefsOperation } from "./hosting/git-data/list-matching-git-refs";
import { deleteGroupOperation } from "./hosting/grants/delete-group";
import { deleteNamespaceGrantOperation } from "./hosting/grants/delete-namespace-grant";
import { deleteRepositoryGrantOperation } from "./hosting/grants/delete-repository-grant";
import { listGranteesOperation } from "./hosting/grants/list-grantees";
import { listGroupsOperation } from "./hosting/grants/list-groups";
import { listNamespaceGrantsOperation } from "./hosting/grants/list-namespace-grants";
import { listRepositoryGrantsOperation } from "./hosting/grants/list-repository-grants";
import { putGroupOperation } from "./hosting/grants/put-group";
import { upsertNamespaceGrantOperation } from "./hosting/grants/upsert-namespace-grant";
import { upsertRepositoryGrantOperation } from "./hosting/grants/upsert-repository-grant";
import { addAppInstallationRepositoriesOperation } from "./hosting/installations/add-app-installation-repositories";
import { createInstallationAccessTokenOperation } from "./hosting/installations/create-installation-access-token";
import { createInstallationUserTokenOperation } from "./hosting/installations/create-installation-user-token";
import { deleteAppInstallationOperation } from "./hosting/installations/delete-app-installation";
import { getAppInstallationOperation } from "./hosting/installations/get-app-installation";
import { installAppOperation } from "./hosting/installations/install-app";
import { listAppInstallationRepositoriesOperation } from "./hosting/installations/list-app-installation-repositories";
import { listAppInstallationsOperation } from "./hosting/installations/list-app-installations";
import { listInstallationsOperation } from "./hosting/installations/list-installations";
import { removeInstallationOperation } from "./hosting/installations/remove-installation";
import { updateInstallationOperation } from "./hosting/installations/update-installation";
import { addPullRequestLabelsOperation } from "./hosting/labels/add-pull-request-labels";
import { createLabelOperation } from "./hosting/labels/create-label";
import { deleteLabelOperation } from "./hosting/labels/delete-label";
import { getLabelOperation } from "./hosting/labels/get-label";
import { listLabelsOperation } from "./hosting/labels/list-labels";
import { listPullRequestLabelsOperation } from "./hosting/labels/list-pull-request-labels";
import { removeAllPullRequestLabelsOperation } from "./hosting/labels/remove-all-pull-request-labels";
import { removePullRequestLabelOperation } from "./hosting/labels/remove-pull-request-label";
import { setPullRequestLabelsOperation } from "./hosting/labels/set-pull-request-labels";
import { updateLabelOperation } from "./hosting/labels/update-label";
import { getPullRequestMergeabilityOperation } from "./hosting/mergeability/get-pull-request-mergeability";
import { mergePullRequestOperation } from "./hosting/mergeability/merge-pull-request";
import { createMirrorOperation } from "./hosting/mirrors/create-mirror";
import { detachRepoMirrorOperation } from "./hosting/mirrors/detach-repo-mirror";
import { forceRepoMirrorCutoverOperation } from "./hosting/mirrors/force-repo-mirror-cutover";
import { getActiveMirrorTransitionJobOperation } from "./hosting/mirrors/get-active-mirror-transition-job";
import { getMirrorOperation } from "./hosting/mirrors/get-mirror";
import { getMirrorTransitionJobOperation } from "./hosting/mirrors/get-mirror-transition-job";
import { syncMirrorOperation } from "./hosting/mirrors/sync-mirror";
import { transitionRepoMirrorOperation } from "./hosting/mirrors/transition-repo-mirror";
import { updateMirrorOperation } from "./hosting/mirrors/update-mirror";
import { listNamespacesOperation } from "./hosting/namespaces/list-namespaces";
import { putMemberOperation } from "./hosting/namespaces/put-member";
import { updateNamespaceOperation } from "./hosting/namespaces/update-namespace";
import { createPullRequestOperation } from "./hosting/pulls/create-pull-request";
import { getPullRequestOperation } from "./hosting/pulls/get-pull-request";
import { listPullRequestCommitsOperation } from "./hosting/pulls/list-pull-request-commits";
import { listPullRequestFilesOperation } from "./hosting/pulls/list-pull-request-files";
import { listPullRequestsOperation } from "./hosting/pulls/list-pull-requests";
import { updatePullRequestOperation } from "./hosting/pulls/update-pull-request";
import { getRateLimitOperation } from "./hosting/rate-limit/get-rate-limit";
import { createRepoOperation } from "./hosting/repositories/create-repo";
import { deleteRepositoryOperation } from "./hosting/repositories/delete-repository";
import { getRepoOperation } from "./hosting/repositories/get-repo";
import { listReposOperation } from "./hosting/repositories/list-repos";
import { updateRepoOperation } from "./hosting/repositories/update-repo";
import { listRequestedReviewersOperation } from "./hosting/reviewers/list-requested-reviewers";
import { removeRequestedReviewersOperation } from "./hosting/reviewers/remove-requested-reviewers";
import { requestReviewersOperation } from "./hosting/reviewers/request-reviewers";
import { createPullRequestReviewOperation } from "./hosting/reviews/create-pull-request-review";
import { dismissPullRequestReviewOperation } from "./hosting/reviews/dismiss-pull-request-review";
import { listPullRequestReviewsOperation } from "./hosting/reviews/list-pull-request-reviews";
import { updatePullRequestReviewOperation } from "./hosting/reviews/update-pull-request-review";
import { createRulesetOperation } from "./hosting/rulesets/create-ruleset";
import { deleteRulesetOperation } from "./hosting/rulesets/delete-ruleset";
import { getRulesetOperation } from "./hosting/rulesets/get-ruleset";
import { listRulesetsOperation } from "./hosting/rulesets/list-rulesets";
import { updateRulesetOperation } from "./hosting/rulesets/update-ruleset";
import { addSshCertificateAuthorityOperation } from "./hosting/ssh/add-ssh-certificate-authority";
import { deleteSshCertificateAuthorityOperation } from "./hosting/ssh/delete-ssh-certificate-authority";
import { listSshCertificateAuthoritiesOperation } from "./hosting/ssh/list-ssh-certificate-authorities";
import { setSshCertificateRequirementOperation } from "./hosting/ssh/set-ssh-certificate-requirement";
import { batchRedeliverWebhookDeliveriesOperation } from "./hosting/webhooks/batch-redeliver-webhook-deliveries";
import { getAppDeliveryOperation } from "./hosting/webhooks/get-app-delivery";
import { listAppDeliveriesOperation } from "./hosting/webhooks/list-app-deliveries";
import { listWebhookDeliveriesOperation } from "./hosting/webhooks/list-webhook-deliveries";
import { pingAppOperation } from "./hosting/webhooks/ping-app";
import { pingWebhookOperation } from "./hosting/webhooks/ping-webhook";
import { redeliverAppDeliveriesOperation } from "./hosting/webhooks/redeliver-app-deliveries";
import { getMeOperation } from "./metadata/get-me";
import { listRepositoriesOperation } from "./metadata/list-repositories";
import { listModelsOperation } from "./models/list-models";
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
import { cancelRunOperation } from "./runs/cancel-run";
import { createRunOperation } from "./runs/create-run";
import { getRunOperation } from "./runs/get-run";
import { listRunsOperation } from "./runs/list-runs";
import { streamRunOperation } from "./runs/stream-run";
import type { Service } from "./service";
import { createSubTokenOperation } from "./sub-tokens/create-sub-token";
import { getUsageOperation } from "./usage/get-usage";
import { getWorkerOperation } from "./workers/get-worker";
import { getWorkerSummaryOperation } from "./workers/get-worker-summary";
import { listWorkersOperation } from "./workers/list-workers";

/** What the service does for each operation of the contract table. An operation that is not here answers 501. */
export const operations: readonly Implementation<Service>[] = [
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
