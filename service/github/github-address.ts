/** A repository on a GitHub server. */
export interface RepositoryAddress {
  /** Host with optional port, such as `github.com`. */
  host: string;
  owner: string;
  name: string;
}

export interface PullAddress extends RepositoryAddress {
  number: number;
}

const repositoryPath = /^\/([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9._-]{1,110})\/?$/;
const pullPath =
  /^\/([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9._-]{1,110})\/pulls?\/([1-9][0-9]{0,9})(?:\/(?:files|commits|checks|changes))?\/?$/;

function plainUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.protocol === "https:" && !url.username && !url.password;
  return isPlain ? url : undefined;
}

/** The repository of `https://<host>/<owner>/<name>`, with or without `.git`; undefined for anything else. */
export function repositoryAddress(text: string): RepositoryAddress | undefined {
  const url = plainUrl(text);
  const [, owner, last = ""] = (url && !url.search && !url.hash && repositoryPath.exec(url.pathname)) || [];
  const name = last.replace(/\.git$/, "");
  return url && owner && !/^\.*$/.test(name) ? { host: url.host, owner, name } : undefined;
}

/** The pull request of `https://<host>/<owner>/<name>/pull/<number>`, or of one of its tabs. */
export function pullAddress(text: string): PullAddress | undefined {
  const url = plainUrl(text);
  const [, owner, name, number] = (url && pullPath.exec(url.pathname)) || [];
  return url && owner && name && !/^\.*$/.test(name)
    ? { host: url.host, owner, name, number: Number(number) }
    : undefined;
}

/** Base URL of a server's REST API: github.com, data residency on ghe.com, or Enterprise Server. */
export function apiUrl(host: string): string {
  if (host === "github.com") return "https://api.github.com";
  return /^[a-z0-9-]+\.ghe\.com$/.test(host) ? `https://api.${host}` : `https://${host}/api/v3`;
}

/** Public page of a GitHub App. */
export function appUrl(host: string, slug: string): string {
  const isServer = host !== "github.com" && !/^[a-z0-9-]+\.ghe\.com$/.test(host);
  return `https://${host}/${isServer ? "github-apps" : "apps"}/${slug}`;
}
