/** Credential kinds of both specifications. */
export type Kind =
  | "user"
  | "serviceAccount"
  | "subToken"
  | "session"
  | "app"
  | "installation"
  | "installationUser"
  | "admin";

export const strength = ["none", "read", "write", "admin"] as const;
export type Permission = (typeof strength)[number];

/**
 * What an operation requires. `author`: the author of a comment or review. `any`: a permission on the namespace or on a
 * repository in it. `installation`: an app's own installation. `self`: nothing but the credential.
 */
export type Need = "read" | "write" | "admin" | "author" | "any" | "installation" | "self";

export interface Rule {
  id: string;
  /** Rules of the specification that only hold if this operation's cases do. */
  titles: string;
  kinds: readonly Kind[];
  scopes: readonly string[];
  /** The credential itself carries the scopes. */
  ambient: boolean;
  container: "repository" | "namespace" | "app" | "installation" | "none";
  need: Need;
}

/** `tokenTypes` of the specification. A user token of an installation is both an installation's and a user's. */
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  all: ["user", "serviceAccount", "app", "installation", "installationUser"],
  both: ["user", "serviceAccount", "installation", "installationUser"],
  user: ["user"],
  owner: ["user", "serviceAccount"],
  app: ["app"],
  installation: ["installation"],
};

/** Repository hosting, sections 4 and 5: operation, credentials, scope, what is required of the caller, rules. */
const hosting = `
getRateLimit                      all          -                                    none self
listNamespaces                    user         -                                    none self                H-NS-02 H-NS-03 H-NS-04 H-NS-05
listRepos                         owner        namespace:repositories:read          namespace any
createRepo                        owner        namespace:repositories:create        namespace write
listNamespaceApps                 user         namespace:apps:read                  namespace read           H-APP-19
createApp                         user         namespace:apps:create                namespace admin          H-APP-02 H-APP-03
addAppInstallationRepositories    user         namespace:installations:write        namespace admin          H-INST-02
listNamespaceGrants               both         namespace:settings:read              namespace read           H-GRANT-26
upsertNamespaceGrant              both         namespace:settings:write             namespace admin          H-GRANT-29
deleteNamespaceGrant              both         namespace:settings:write             namespace admin          H-GRANT-32
listSshCertificateAuthorities     both         namespace:settings:read              namespace read           H-SSH-05
addSshCertificateAuthority        user         namespace:settings:write             namespace admin          H-SSH-07
deleteSshCertificateAuthority     user         namespace:settings:write             namespace admin          H-SSH-21
setSshCertificateRequirement      user         namespace:settings:write             namespace admin          H-SSH-25
getApp                            user         namespace:apps:read                  app read
updateApp                         user         app:settings:write                   app admin                H-APP-26
addAppSigningKey                  user         app:settings:write                   app admin                H-KEY-02
revokeAppSigningKey               user         app:settings:write                   app admin                H-KEY-09
getAuthenticatedApp               app          app:metadata:read*                   none self
listAppInstallations              app          app:metadata:read*                   none self
getAppInstallation                app          app:metadata:read*                   installation installation
deleteAppInstallation             app          app:metadata:write*                  installation installation
createInstallationAccessToken     app          app:metadata:read*                   installation installation
createInstallationUserToken       app          namespace:user_tokens:write          installation installation
listWebhookDeliveries             app          app:webhook_deliveries:read*         none self
batchRedeliverWebhookDeliveries   app          app:webhook_deliveries:write*        none self
pingWebhook                       app          app:webhook_deliveries:write*        none self                H-HOOK-11
listAppInstallationRepositories   installation installation:metadata:read*          none self
getRepo                           both         repository:metadata:read             repository read
updateRepo                        both         repository:settings:write            repository admin         H-REPO-13
listBranches                      both         repository:contents:read             repository read
postCheckRun                      installation repository:checks:write              repository write
batchUpsertCheckRuns              installation repository:checks:write              repository write
createCheckRunAnnotations         installation repository:checks:write              repository write         H-ANN-06
getCheckRun                       both         repository:checks:read               repository read
listCheckRunAnnotations           both         repository:checks:read               repository read          H-ANN-02
rerequestCheckRun                 both         repository:contents:write            repository write
getCheckSuite                     both         repository:checks:read               repository read
listCheckRunsForSuite             both         repository:checks:read               repository read
listCheckRunsForCommit            both         repository:checks:read               repository read
listCheckSuitesForCommit          both         repository:checks:read               repository read
listCommits                       both         repository:contents:read             repository read
getCommit                         both         repository:contents:read             repository read
listCommitFiles                   both         repository:contents:read             repository read
compareCommits                    both         repository:contents:read             repository read
listComparisonFiles               both         repository:contents:read             repository read          H-COMPARE-02
getContents                       both         repository:contents:read             repository read
batchGetContents                  both         repository:contents:read             repository read
getBlob                           both         repository:contents:read             repository read
getGitCommit                      both         repository:contents:read             repository read
createCommitFromFiles             both         repository:contents:write            repository write         H-COMMIT-02
listMatchingGitRefs               both         repository:contents:read             repository read
getGitRef                         both         repository:contents:read             repository read
createGitRef                      both         repository:contents:write            repository write         H-REF-02
deleteGitRef                      both         repository:contents:write            repository write         H-REF-11
getTag                            both         repository:contents:read             repository read
getTree                           both         repository:contents:read             repository read
getRepoTarball                    both         repository:contents:read             repository read          H-TAR-02
getBlame                          both         repository:contents:read             repository read
listFileHistory                   both         repository:contents:read             repository read
grepContents                      both         repository:contents:read             repository read          H-GREP-02
syncMirror                        both         repository:contents:read             repository read          H-MIRROR-38
listRepositoryGrants              both         repository:settings:read             repository read          H-GRANT-04
upsertRepositoryGrant             both         repository:settings:write            repository admin         H-GRANT-09
deleteRepositoryGrant             both         repository:settings:write            repository admin         H-GRANT-16
listLabels                        both         repository:labels:read               repository read          H-LABEL-07
createLabel                       both         repository:labels:write              repository write         H-LABEL-12
getLabel                          both         repository:labels:read               repository read          H-LABEL-15
updateLabel                       both         repository:labels:write              repository write         H-LABEL-17
deleteLabel                       both         repository:labels:write              repository write         H-LABEL-21
detachRepoMirror                  user         repository:mirror:delete             repository admin         H-MIRROR-17
forceRepoMirrorCutover            user         repository:mirror:write              repository admin         H-MIRROR-10
transitionRepoMirror              user         repository:mirror:write              repository admin         H-MIRROR-02
getMirrorTransitionJob            both         repository:metadata:read             repository read          H-MIRROR-26
getActiveMirrorTransitionJob      both         repository:metadata:read             repository read          H-MIRROR-29
listPullRequests                  both         repository:pull_requests:read        repository read
getPullRequest                    both         repository:pull_requests:read        repository read
createPullRequest                 both         repository:pull_requests:write       repository write
updatePullRequest                 both         repository:pull_requests:write       repository write
updatePullRequestBranch           both         repository:contents:write            repository write
mergePullRequest                  both         repository:contents:write            repository write
listPullRequestTimeline           both         repository:pull_requests:read        repository read
getPullRequestRangeDiff           both         repository:pull_requests:read        repository read
getPullRequestMergeMessage        both         repository:pull_requests:read        repository read
getPullRequestMergeability        both         repository:pull_requests:read        repository read          H-MERGE-15
listPullRequestCommits            both         repository:pull_requests:read        repository read
listPullRequestFiles              both         repository:pull_requests:read        repository read
listPullRequestLabels             both         repository:pull_requests:read        repository read          H-LABEL-26
addPullRequestLabels              both         repository:pull_requests:write       repository write         H-LABEL-30
setPullRequestLabels              both         repository:pull_requests:write       repository write         H-LABEL-33
removePullRequestLabel            both         repository:pull_requests:write       repository write         H-LABEL-38
removeAllPullRequestLabels        both         repository:pull_requests:write       repository write         H-LABEL-40
listPullRequestComments           both         repository:pull_requests:reviews:read  repository read
getPullRequestComment             both         repository:pull_requests:reviews:read  repository read
createPullRequestComment          both         repository:pull_requests:reviews:write repository read
updatePullRequestComment          both         repository:pull_requests:reviews:write repository author
deletePullRequestComment          both         repository:pull_requests:reviews:write repository write       H-COMMENT-29 H-COMMENT-33
addPullRequestCommentReaction     both         repository:pull_requests:reviews:write repository read
removePullRequestCommentReaction  both         repository:pull_requests:reviews:write repository read
updatePullRequestThread           both         repository:pull_requests:reviews:write repository read        H-THREAD-06
listEligibleReviewers             both         repository:pull_requests:reviews:read  repository write
listPullRequestRequestedReviewers both         repository:pull_requests:reviews:read  repository read        H-RVR-06
requestPullRequestReviewers       both         repository:pull_requests:reviews:write repository write       H-RVR-08
removePullRequestRequestedReviewers both       repository:pull_requests:reviews:write repository write       H-RVR-10
listPullRequestReviews            both         repository:pull_requests:reviews:read  repository read
createPullRequestReview           both         repository:pull_requests:reviews:write repository read
getPullRequestReviewDraft         both         repository:pull_requests:reviews:read  repository read
putPullRequestReviewDraft         both         repository:pull_requests:reviews:write repository read
deletePullRequestReviewDraft      both         repository:pull_requests:reviews:write repository read
submitPullRequestReviewDraft      both         repository:pull_requests:reviews:write repository read
updatePullRequestReview           both         repository:pull_requests:reviews:write repository author
dismissPullRequestReview          both         repository:pull_requests:reviews:write repository write
listRulesets                      both         repository:rulesets:read             repository read          H-RULE-11
listRuleBypasses                  both         repository:rulesets:read             repository read
createRuleset                     both         repository:rulesets:write            repository admin         H-RULE-13
getRuleset                        both         repository:rulesets:read             repository read          H-RULE-15
updateRuleset                     both         repository:rulesets:write            repository admin         H-RULE-17
deleteRuleset                     both         repository:rulesets:write            repository admin         H-RULE-21
`;

export const hostingRules: readonly Rule[] = hosting
  .trim()
  .split("\n")
  .map((line) => {
    const [id = "", kinds = "", scope = "", container = "", need = "", ...titles] = line.split(/ +/);
    return {
      id,
      titles: titles.join(" "),
      kinds: kindsOf[kinds] ?? [],
      scopes: scope === "-" ? [] : [scope.replace("*", "")],
      ambient: scope.endsWith("*"),
      container: container as Rule["container"],
      need: need as Need,
    };
  });

/** Agents and pools, sections 4 and 5: the agent API accepts keys and worker tokens, the pool API service-account keys. */
export const agentOperations = [
  "answerQuestion",
  "openPortPreview",
  "archiveAgent",
  "cancelRun",
  "commentOnAgentPullRequest",
  "createAgent",
  "createRun",
  "createSubToken",
  "deleteAgent",
  "deleteGitHubConnection",
  "deleteMcpConnection",
  "downloadArtifact",
  "finishGitHubConnection",
  "finishMcpConnection",
  "getAgent",
  "getMe",
  "getRun",
  "getUsage",
  "listAgentMcpServers",
  "listAgentPullRequests",
  "listAgents",
  "listArtifacts",
  "listGitHubConnections",
  "listMcpConnections",
  "listModels",
  "listRepositories",
  "listRuns",
  "mergeAgentPullRequest",
  "startGitHubConnection",
  "startMcpConnection",
  "streamRun",
  "unarchiveAgent",
] as const;
export const agentKinds: readonly Kind[] = ["user", "serviceAccount", "subToken"];

/** Operations with a user's GitHub account, or that change pull requests, which worker tokens can't. */
export const keyOperations: ReadonlySet<string> = new Set([
  "commentOnAgentPullRequest",
  "deleteGitHubConnection",
  "finishGitHubConnection",
  "listGitHubConnections",
  "mergeAgentPullRequest",
  "startGitHubConnection",
]);

export const poolOperations = [
  "claimPendingRequest",
  "createSessionToken",
  "deregisterPool",
  "getWorkerSummary",
  "getWorker",
  "listPendingRequests",
  "listPools",
  "listWorkers",
  "registerPool",
  "releaseClaim",
  "watchPendingRequests",
] as const;
