import type { GitPackServer } from "@/git/transport/git-http-server";
import { checkAccount } from "./account/check-account";
import { unavailableStream } from "./account/unavailable-stream";
import { createArtifactRoute } from "./artifacts/serve-artifact";
import { createFailedAuthenticationLimit } from "./core/http/failed-authentication";
import { health } from "./core/http/health";
import { type Authenticate, createRouter } from "./core/http/router";
import type { Route } from "./core/http/server";
import { environmentSchema } from "./description/environment-schema";
import { createOpenApiRoute } from "./description/openapi";
import { createGitHubWebhookRoute } from "./github-apps/receive-webhook";
import { createTarballRoute } from "./hosting/contents/serve-tarball";
import { createGitRoute, type GitCaller } from "./hosting/git-http/git-authorization";
import { checkMirrorCeiling } from "./hosting/mirrors/mirror-permission-ceiling";
import { serveKeys } from "./hosting/signing/serve-keys";
import { createServiceMetrics } from "./metrics/service-metrics";
import { operations } from "./operations.generated";
import type { Service } from "./service";
import { authenticate } from "./users/authenticate";
import { createRunFilesRoute } from "./workers/connection/serve-run-files";
import { createRemoteGitRoute } from "./workers/remote-git/serve-remote-git";

/** Returns the service's HTTP handler. The first route that matches a path handles it; the API handles the rest. */
export function createRoutes(service: Service, gitServer: GitPackServer<GitCaller>): Route {
  const { clock, settings } = service;
  const failures = createFailedAuthenticationLimit(clock, settings.failedAuthenticationsPerMinute);
  const authenticated: Authenticate = async (authorization) => {
    const principal = await authenticate(service, authorization);
    if (principal && authorization !== null) failures.accept(authorization);
    return principal;
  };
  const api = createRouter(service, operations, {
    authenticate: authenticated,
    async admit(principal, operation, params) {
      await checkMirrorCeiling(service, principal, operation, params);
      const account = await checkAccount(service, principal, operation);
      return account?.streamAvailable === false ? { onStream: unavailableStream } : undefined;
    },
  });
  const artifacts = createArtifactRoute(service);
  const tarballs = createTarballRoute(service);
  const git = createGitRoute(service, gitServer, authenticated);
  const remoteGit = createRemoteGitRoute(service);
  const runFiles = createRunFilesRoute(service);
  const gitHubWebhooks = createGitHubWebhookRoute(service);
  const description = createOpenApiRoute(service, operations);
  const route: Route = async (request, rawPath, rawQuery, requestId) =>
    (await health(service, rawPath)) ??
    (await description(request, rawPath)) ??
    environmentSchema(request, rawPath) ??
    (await artifacts(request, rawPath, rawQuery, requestId)) ??
    (await remoteGit(request, rawPath, rawQuery)) ??
    (await runFiles(request, rawPath, requestId)) ??
    (await tarballs(request, rawPath, rawQuery, requestId)) ??
    (await gitHubWebhooks(request, rawPath)) ??
    (await git(request, requestId)) ??
    (await serveKeys(service, request, rawPath)) ??
    (await api(request, rawPath, rawQuery, requestId));
  return createServiceMetrics(service).measure(failures.limit(route));
}
