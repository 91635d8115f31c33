import { getRepo } from "@/lib/contract/hosting/get-repo";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { repoBody } from "./repo-body";

export const getRepoOperation = implement(getRepo, async ({ principal, params }, context) =>
  repoBody(context, await requireRepository(context, principal, params)),
);
