/** A request that an authorized caller can repeat: it changes nothing, or the same again. */
export interface Probe {
  /** Status for an authorized caller. */
  status: number;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Ids that probes name, created by the fixture. */
export interface ProbeIds {
  head: string;
  tree: string;
  blob: string;
  commentId: string;
  threadId: string;
  reviewId: string;
  appKey: string;
  publicKey: string;
  admin: string;
}

const unknownSha = "1".repeat(40);
const admins = { teamGroup: { kind: "admins" } };
const unknownGroup = { group: { id: "grp_none" } };
const ruleset = {
  name: "Matrix",
  enforcement: "disabled",
  kind: "merge_branch",
  includedRefNames: ["~ALL"],
  rules: [],
};
const suite = { key: "ci", name: "CI", externalId: "1", detailsUrl: "https://ci.example" };
const run = { key: "lint", name: "Lint", externalId: "1", externalUpdatedAt: "2023-11-14T00:00:00Z", status: "queued" };
const author = { name: "A", email: "a@example.test" };

const repositoryProbes = ({ head, tree, blob }: ProbeIds): Record<string, Probe> => ({
  getRepo: { status: 200 },
  updateRepo: { status: 200, body: { visibility: "private" } },
  listBranches: { status: 200 },
  listCommits: { status: 200 },
  getCommit: { status: 200, params: { sha: head } },
  listCommitFiles: { status: 200, params: { sha: head } },
  compareCommits: { status: 200, params: { basehead: "main...topic" } },
  listComparisonFiles: { status: 200, params: { basehead: "main...topic" } },
  getContents: { status: 200, query: { path: "a.txt" } },
  batchGetContents: { status: 200, body: { paths: ["a.txt"] } },
  getBlob: { status: 200, params: { sha: blob } },
  getGitCommit: { status: 200, params: { sha: head } },
  createCommitFromFiles: {
    status: 409,
    body: {
      targetBranch: "main",
      expectedHeadSha: unknownSha,
      message: "Change",
      author,
      files: [{ path: "b.txt", content: "b" }],
    },
  },
  listMatchingGitRefs: { status: 200, params: { ref: "heads/" } },
  getGitRef: { status: 200, params: { ref: "heads/main" } },
  createGitRef: { status: 200, body: { ref: "refs/heads/kept", sha: head } },
  deleteGitRef: { status: 404, params: { ref: "heads/none" } },
  getTag: { status: 404, params: { sha: unknownSha } },
  getTree: { status: 200, params: { sha: tree } },
  getRepoTarball: { status: 404, query: { ref: "none" } },
  getBlame: { status: 200, query: { path: "a.txt" } },
  listFileHistory: { status: 200, query: { path: "a.txt" } },
  grepContents: { status: 200, body: { query: "a" } },
  syncMirror: { status: 400, body: { ref: "refs/heads/main" } },
  listRepositoryGrants: { status: 200 },
  upsertRepositoryGrant: { status: 200, body: { ...admins, permission: "admin" } },
  deleteRepositoryGrant: { status: 204, body: unknownGroup },
  listLabels: { status: 200 },
  createLabel: { status: 409, body: { name: "kept", color: "ff0000" } },
  getLabel: { status: 200, params: { labelName: "kept" } },
  updateLabel: { status: 200, params: { labelName: "kept" }, body: { description: "x" } },
  deleteLabel: { status: 404, params: { labelName: "none" } },
  detachRepoMirror: { status: 400 },
  forceRepoMirrorCutover: { status: 400, body: {} },
  transitionRepoMirror: { status: 400, body: { transition: "initial_to_inbound" } },
  getMirrorTransitionJob: { status: 404, params: { jobId: "none" } },
  getActiveMirrorTransitionJob: { status: 200 },
  listRulesets: { status: 200 },
  listRuleBypasses: { status: 200 },
  createRuleset: { status: 200, body: ruleset },
  getRuleset: { status: 404, params: { rulesetId: "rs_none" } },
  updateRuleset: { status: 404, params: { rulesetId: "rs_none" }, body: ruleset },
  deleteRuleset: { status: 404, params: { rulesetId: "rs_none" } },
});

const checkProbes = ({ head }: ProbeIds): Record<string, Probe> => ({
  postCheckRun: { status: 404, body: { headSha: unknownSha, checkSuite: suite, checkRun: run } },
  batchUpsertCheckRuns: { status: 404, body: { headSha: unknownSha, checkSuite: suite, checkRuns: [run] } },
  createCheckRunAnnotations: {
    status: 404,
    params: { checkRunId: "cr_none" },
    body: { annotations: [{ annotationLevel: "notice", message: "x" }] },
  },
  getCheckRun: { status: 404, params: { checkRunId: "cr_none" } },
  listCheckRunAnnotations: { status: 404, params: { checkRunId: "cr_none" } },
  rerequestCheckRun: { status: 404, params: { checkRunId: "cr_none" }, body: {} },
  getCheckSuite: { status: 404, params: { checkSuiteId: "crg_none" } },
  listCheckRunsForSuite: { status: 404, params: { checkSuiteId: "crg_none" } },
  listCheckRunsForCommit: { status: 200, params: { sha: head } },
  listCheckSuitesForCommit: { status: 200, params: { sha: head } },
});

const pullProbes = ({ commentId, threadId, reviewId }: ProbeIds): Record<string, Probe> => {
  const pull = { pullNumber: "1" };
  return {
    listPullRequests: { status: 200 },
    getPullRequest: { status: 200, params: pull },
    createPullRequest: { status: 400, body: { title: "T", head: "none", base: "main" } },
    updatePullRequest: { status: 200, params: pull, body: { title: "Matrix" } },
    updatePullRequestBranch: { status: 409, params: pull, body: { expectedHeadSha: unknownSha } },
    mergePullRequest: { status: 409, params: pull, body: { expectedHeadSha: unknownSha } },
    listPullRequestTimeline: { status: 200, params: pull },
    getPullRequestRangeDiff: { status: 200, params: pull, query: { from: "1", to: "1" } },
    getPullRequestMergeMessage: { status: 200, params: pull, query: { mergeMethod: "squash" } },
    getPullRequestMergeability: { status: 200, params: pull },
    listPullRequestCommits: { status: 200, params: pull },
    listPullRequestFiles: { status: 200, params: pull },
    listPullRequestLabels: { status: 200, params: pull },
    addPullRequestLabels: { status: 200, params: pull, body: { labels: ["kept"] } },
    setPullRequestLabels: { status: 200, params: pull, body: { labels: ["kept"] } },
    removePullRequestLabel: { status: 404, params: { ...pull, labelName: "none" } },
    removeAllPullRequestLabels: { status: 204, params: pull },
    listPullRequestComments: { status: 200, params: pull },
    getPullRequestComment: { status: 200, params: { commentId } },
    createPullRequestComment: { status: 400, params: pull, body: { body: "x", threadId: "none" } },
    updatePullRequestComment: { status: 200, params: { commentId }, body: { body: "Edited" } },
    deletePullRequestComment: { status: 204 },
    addPullRequestCommentReaction: { status: 204, params: { commentId }, body: { emoji: "👀" } },
    removePullRequestCommentReaction: { status: 204, params: { commentId, emoji: "👀" } },
    updatePullRequestThread: { status: 200, params: { threadId }, body: { resolved: true } },
    listEligibleReviewers: { status: 200 },
    listPullRequestRequestedReviewers: { status: 200, params: pull },
    requestPullRequestReviewers: { status: 400, params: pull, body: { users: ["unknown"] } },
    removePullRequestRequestedReviewers: { status: 400, params: pull, body: { users: ["unknown"] } },
    listPullRequestReviews: { status: 200, params: pull },
    getPullRequestReviewDraft: { status: 404, params: pull },
    putPullRequestReviewDraft: { status: 400, params: pull, body: { versionNumber: "99" } },
    deletePullRequestReviewDraft: { status: 404, params: pull },
    submitPullRequestReviewDraft: { status: 404, params: pull, body: {} },
    createPullRequestReview: { status: 400, params: pull, body: { verdict: "comment", versionNumber: 99 } },
    updatePullRequestReview: { status: 200, params: { ...pull, reviewId }, body: { body: "Edited" } },
    dismissPullRequestReview: { status: 400, params: { ...pull, reviewId }, body: { message: "Done" } },
  };
};

const ownerProbes = ({ appKey, publicKey, admin }: ProbeIds): Record<string, Probe> => ({
  getRateLimit: { status: 200 },
  listNamespaces: { status: 200 },
  listRepos: { status: 200 },
  createRepo: { status: 409, body: { name: "Widgets" } },
  listNamespaceApps: { status: 200 },
  createApp: { status: 200, body: { displayName: "Matrix", publicKey } },
  addAppInstallationRepositories: { status: 400, body: { repoIds: ["repo_none"] } },
  listNamespaceGrants: { status: 200 },
  upsertNamespaceGrant: { status: 200, body: { ...admins, permission: "PERMISSION_ADMIN" } },
  deleteNamespaceGrant: { status: 204, body: unknownGroup },
  listSshCertificateAuthorities: { status: 200 },
  addSshCertificateAuthority: { status: 400, body: { publicKey: "ssh-dss AAAA", name: "x" } },
  deleteSshCertificateAuthority: { status: 404, params: { certificateAuthorityId: "none" } },
  setSshCertificateRequirement: { status: 200, body: { requireCertificates: false } },
  getApp: { status: 200 },
  updateApp: { status: 200, body: { description: "x" } },
  addAppSigningKey: { status: 409, body: { publicKey: appKey } },
  revokeAppSigningKey: { status: 404, params: { kid: "none" } },
  getAuthenticatedApp: { status: 200 },
  listAppInstallations: { status: 200 },
  getAppInstallation: { status: 200 },
  deleteAppInstallation: { status: 204 },
  createInstallationAccessToken: { status: 200, body: {} },
  createInstallationUserToken: { status: 200, body: { userEmail: admin } },
  listWebhookDeliveries: { status: 200 },
  batchRedeliverWebhookDeliveries: { status: 400, body: { deliveryIds: ["whd_none"] } },
  pingWebhook: { status: 400, body: {} },
  listAppInstallationRepositories: { status: 200 },
});

/** One request per operation of the hosting API. */
export function hostingProbes(ids: ProbeIds): Readonly<Record<string, Probe>> {
  return { ...repositoryProbes(ids), ...checkProbes(ids), ...pullProbes(ids), ...ownerProbes(ids) };
}

type Launched = Readonly<{ id: string; runId: string }>;

/** One request per operation of the agent API, about agents with an active run, an ended run, and one to archive. */
export function agentProbes(fixtures: {
  busy: Launched;
  ended: Launched;
  archived: Launched;
  owner: string;
}): Readonly<Record<string, Probe>> {
  const { busy, ended, archived, owner } = fixtures;
  const prompt = { text: "x" };
  return {
    answerQuestion: { status: 404, params: { ...ended, questionId: "none" }, body: { action: "decline" } },
    openPortPreview: { status: 409, params: { ...ended, port: "3000" } },
    archiveAgent: { status: 200, params: { id: archived.id } },
    cancelRun: { status: 409, params: ended },
    createAgent: { status: 400, body: { prompt, model: { id: "unknown" } } },
    createRun: { status: 409, params: { id: busy.id }, body: { prompt } },
    createSubToken: { status: 200, body: { forUserEmail: owner } },
    deleteAgent: { status: 200, params: { id: busy.id } },
    deleteMcpConnection: { status: 404, params: { id: "mcp_none" } },
    finishMcpConnection: { status: 400, body: { state: "unknown", response: {} } },
    listAgentMcpServers: { status: 200, params: { id: busy.id } },
    listAgentPullRequests: { status: 200, params: { id: busy.id } },
    mergeAgentPullRequest: {
      status: 404,
      params: { id: busy.id },
      body: { url: "https://github.com/acme/widgets/pull/1", expectedHead: unknownSha, method: "merge" },
    },
    commentOnAgentPullRequest: {
      status: 404,
      params: { id: busy.id },
      body: { url: "https://github.com/acme/widgets/pull/1", body: "x" },
    },
    listGitHubConnections: { status: 200 },
    startGitHubConnection: {
      status: 400,
      body: { redirectUrl: "https://dashboard.example.com", host: "github.com" },
    },
    finishGitHubConnection: { status: 400, body: { state: "unknown", response: {} } },
    deleteGitHubConnection: { status: 404, params: { host: "github.com" } },
    listMcpConnections: { status: 200 },
    startMcpConnection: {
      status: 400,
      body: { redirectUrl: "https://dashboard.example.com", url: "https://127.0.0.1" },
    },
    downloadArtifact: { status: 404, params: { id: busy.id }, query: { path: "artifacts/none.txt" } },
    getAgent: { status: 200, params: { id: busy.id } },
    getMe: { status: 200 },
    getRun: { status: 200, params: busy },
    getUsage: { status: 200, params: { id: busy.id } },
    listAgents: { status: 200, query: { limit: "100" } },
    listArtifacts: { status: 200, params: { id: busy.id } },
    listModels: { status: 200 },
    listRepositories: { status: 200 },
    listRuns: { status: 200, params: { id: busy.id } },
    streamRun: { status: 200, params: ended },
    unarchiveAgent: { status: 200, params: { id: archived.id } },
  };
}

/** One request per operation of the pool API, about a claimed request and a connected worker. */
export function poolProbes(fixtures: { claimed: string; workerId: string }): Readonly<Record<string, Probe>> {
  const claim = { id: fixtures.claimed, workerId: "w" };
  return {
    claimPendingRequest: { status: 409, body: claim },
    createSessionToken: { status: 200, body: claim },
    deregisterPool: { status: 200, query: { scope: "team", pool_name: "none" } },
    getWorkerSummary: { status: 200 },
    getWorker: { status: 200, params: { id: fixtures.workerId } },
    listPendingRequests: { status: 200 },
    listPools: { status: 200 },
    listWorkers: { status: 200 },
    registerPool: { status: 200, body: { scope: "team", poolName: "matrix" } },
    releaseClaim: { status: 200, params: { id: fixtures.claimed } },
    watchPendingRequests: { status: 410, query: { cursor: "x" } },
  };
}
