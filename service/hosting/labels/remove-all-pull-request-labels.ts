import { removeAllPullRequestLabels } from "@/lib/contract/hosting/labels/remove-all-pull-request-labels";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { changeLabels } from "./assigned-labels";

export const removeAllPullRequestLabelsOperation = implement(
  removeAllPullRequestLabels,
  async ({ principal, params }, context) => {
    const { pull } = await requirePullRequest(context, principal, params, "write");
    const by = await actorOf(context, principal);
    await changeLabels(context, { pull, by }, async () => new Set());
    return undefined;
  },
);
