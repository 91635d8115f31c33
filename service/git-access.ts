import { eq } from "drizzle-orm";
import { createSmartHttp } from "./git/smart-http";
import { authenticate } from "./people/authenticate";
import { presentedKey } from "./people/credentials";
import type { Principal } from "./people/principal";
import { findRepository, repositoryPermission } from "./repohost/repositories/access";
import type { Service } from "./service";
import { repositories } from "./store/tables/repositories";

const maxPushBytes = 2 * 1024 ** 3;

/** Git over HTTP: clone, fetch and push with an API key, or with the credential of a run for its repositories alone. */
export function createGitRoute(service: Service) {
  const smartHttp = createSmartHttp<Principal>({
    dataDir: service.settings.dataDir,
    log: service.log,
    maxPushBytes,
    async findRepository(ownerSlug, repoName) {
      const found = await findRepository(service, ownerSlug, repoName);
      if (!found) return undefined;
      const { id, namespaceId, defaultBranch } = found;
      return { id, namespaceId, defaultBranch, dir: service.repositories.path(id) };
    },
    async authenticate(authorization) {
      const presented = presentedKey(authorization);
      const grant = presented && service.runCredentials.find(presented.key);
      if (grant) return { kind: "run", ...grant };
      return authenticate(service, authorization);
    },
    async permission(principal, repositoryId) {
      if (principal.kind === "run") return principal.repositoryIds.has(repositoryId) ? "write" : "none";
      return repositoryPermission(service, principal, repositoryId);
    },
    async pushed({ repositoryId }) {
      const now = service.clock.now();
      await service.db
        .update(repositories)
        .set({ pushedAt: now, updatedAt: now })
        .where(eq(repositories.id, repositoryId));
    },
  });
  return (request: Request, requestId: string) => smartHttp.handle(request, { requestId });
}
