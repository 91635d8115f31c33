import { z } from "zod";
import type { Log } from "@/lib/core/log";
import { allPages, pageSize } from "./all-pages";
import type { GitHubApi } from "./github-api";
import type { GitHubApps } from "./github-apps";
import { GitHubProblem } from "./github-problem";
import { repositoryUrlOf } from "./github-repository";
import { RepositoryList } from "./github-resources";
import type { Installations } from "./installations";

const maxPages = 3;
const maxInstallations = 20;

const InstallationRepositories = z.object({ repositories: RepositoryList });

async function ofToken(api: GitHubApi): Promise<string[]> {
  const found = await allPages((page) => {
    const parameters = { sort: "pushed", per_page: pageSize, page };
    return api.call("GET /user/repos", { what: api.host, background: false, parameters }, RepositoryList);
  }, maxPages);
  const usable = found.filter(({ archived, permissions }) => !archived && permissions?.push !== false);
  return usable.map((resource) => repositoryUrlOf(api.host, resource));
}

async function ofInstallation(api: GitHubApi): Promise<string[]> {
  const found = await allPages(async (page) => {
    const request = { what: api.host, background: false, parameters: { per_page: pageSize, page } };
    return (await api.call("GET /installation/repositories", request, InstallationRepositories)).repositories;
  }, maxPages);
  return found.filter(({ archived }) => !archived).map((resource) => repositoryUrlOf(api.host, resource));
}

/** URLs of the repositories that the apps and tokens can push to. Those of servers that can't be read are skipped. */
export async function listRepositories(
  {
    apps,
    installations,
    tokens,
  }: { apps: GitHubApps; installations: Installations; tokens: readonly { api: GitHubApi }[] },
  log: Log,
): Promise<string[]> {
  const orNone = (host: string) => (error: unknown) => {
    if (!(error instanceof GitHubProblem)) throw error;
    log.warn({ err: error, host }, "couldn't list the repositories of a GitHub server");
    return [];
  };
  async function ofApp(host: string): Promise<string[]> {
    const app = apps.get(host);
    const found = app ? await installations.list(app) : [];
    const usable = found.filter(({ suspended_at }) => !suspended_at).slice(0, maxInstallations);
    const lists = usable.map((installation) =>
      app ? ofInstallation(installations.access(app, installation).api).catch(orNone(host)) : [],
    );
    return (await Promise.all(lists)).flat();
  }
  const lists = [
    ...apps.hosts().map((host) => ofApp(host).catch(orNone(host))),
    ...tokens.map(({ api }) => ofToken(api).catch(orNone(api.host))),
  ];
  return [...new Set((await Promise.all(lists)).flat())];
}
