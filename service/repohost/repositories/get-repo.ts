import { getRepo } from "@/lib/contract/repohost/get-repo";
import { implement } from "../../http/implement";
import { requireRepository } from "./access";
import { repoBody } from "./repo-body";

export const getRepoOperation = implement(getRepo, async ({ principal, params }, service) =>
  repoBody(service, await requireRepository(service, principal, params)),
);
