/** Whose credential a request uses, which determines how a rejection is fixed. */
export type GitHubCredential =
  | { kind: "token" }
  /** `manageUrl`: where the installation is changed. */
  | { kind: "app"; manageUrl: string }
  | { kind: "user"; login: string };

/** The credential in messages. */
export function credentialName(credential: GitHubCredential): string {
  if (credential.kind === "token") return "the token in GITHUB_TOKENS";
  return credential.kind === "app" ? "the GitHub App" : `the GitHub account ${credential.login}`;
}

/** What to do when the server no longer accepts the credential. */
export function rejectedCredential(credential: GitHubCredential, host: string): string {
  if (credential.kind === "token") {
    return `${host} rejected the token: it was revoked or has expired. Set a new one in GITHUB_TOKENS`;
  }
  if (credential.kind === "user") {
    return `${host} rejected the authorization of ${credential.login}. Connect your GitHub account again in Settings → GitHub`;
  }
  return `${host} rejected the GitHub App: it was deleted, or its installation was suspended or removed. Check ${credential.manageUrl}`;
}

/** How to give the credential access to a repository. */
export function repositoryFix(credential: GitHubCredential): string {
  if (credential.kind === "token") return "Check the URL, and add the repository to the token's repositories";
  if (credential.kind === "user") return `Check the URL, and that ${credential.login} can access the repository`;
  return `Check the URL, and add the repository to the GitHub App's installation at ${credential.manageUrl}`;
}

/** How to give the credential missing permissions, such as `Contents: write`. */
export function permissionFix(credential: GitHubCredential, permissions: string): string {
  if (credential.kind === "token") return `Grant the token ${permissions}`;
  if (credential.kind === "user") return `Ask an administrator of the repository for access. Required: ${permissions}`;
  return `Grant the GitHub App ${permissions}, then accept its new permissions at ${credential.manageUrl}`;
}
