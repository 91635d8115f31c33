import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { implement } from "../../core/http/implement";
import type { Principal } from "../../core/principal";
import { requireRepository } from "../access/repository-access";
import { repoBody } from "./repo-body";

/** Users, directly or through an app. Installations and service accounts get the record that lists return (Get Repo). */
const isViewer = ({ kind }: Principal) => kind === "user" || kind === "subToken" || kind === "installationUser";

export const getRepoOperation = implement(getRepo, async ({ principal, params }, context) => {
  const repository = await requireRepository(context, principal, params);
  if (!isViewer(principal)) return repoBody(context, repository);
  return { ...repoBody(context, repository), viewerPermission: repository.held.repository };
});
