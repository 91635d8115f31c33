import { eq } from "drizzle-orm";
import { createMirror } from "@/lib/contract/admin/mirrors/create-mirror";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { mirrors } from "../../core/store/tables/mirrors";
import { repositories } from "../../core/store/tables/repositories";
import type { WithRemotes } from "../../remotes/remotes";
import { requireEligible } from "../access/eligibility";
import { findNamespace } from "../access/namespace-access";
import { findRepository } from "../access/repository-access";
import { storeRepository } from "../repositories/create-repo";
import { mirrorBody, requireActiveUsers, requireUpstreamUrl } from "./mirror-body";

/** Creates an empty repository with an upstream. Nothing is fetched until a transition starts. */
export const createMirrorOperation = implement(
  createMirror,
  async ({ params, body }, context: HostingContext & WithRemotes) => {
    const namespace = await findNamespace(context, params.namespaceSlug);
    if (!namespace) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
    requireEligible(namespace);
    const { name, url, credential } = body;
    await requireUpstreamUrl(context, url);
    const upstreamAdmins = await requireActiveUsers(context, body.upstreamAdmins);
    const nameTaken = () =>
      apiError.agents(409, "name_taken", `${namespace.slug} already has a repository with this name`, "name");
    if (await findRepository(context, namespace.slug, name)) throw nameTaken();
    const { hostname, pathname } = new URL(url);
    const stored = await storeRepository(context, namespace, {
      name,
      defaultBranch: "main",
      async within(tx, id) {
        await tx
          .update(repositories)
          .set({
            mirrorStatus: "initial",
            mirrorSource: hostname === "github.com" ? "github" : "git",
            mirrorSourceId: body.sourceId ?? pathname.replace(/^\/|\.git$/g, ""),
          })
          .where(eq(repositories.id, id));
        await tx.insert(mirrors).values({
          repositoryId: id,
          url,
          credential: credential ? context.cipher.seal(credential) : null,
          upstreamAdmins,
          nextSyncAt: context.clock.now(),
        });
      },
    });
    if (!stored) throw nameTaken();
    return mirrorBody(context, stored.id);
  },
);
