import { removePullRequestLabel } from "@/lib/contract/hosting/labels/remove-pull-request-label";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { changeLabels } from "./assigned-labels";
import { labelNotFound, requireLabel } from "./label-row";

export const removePullRequestLabelOperation = implement(
  removePullRequestLabel,
  async ({ principal, params }, context) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    const by = await actorOf(context, principal);
    const labels = await changeLabels(context, { pull, by }, async (tx, held) => {
      const { id } = await requireLabel(tx, repository.id, params.labelName);
      if (!held.has(id)) throw labelNotFound();
      return new Set([...held].filter((each) => each !== id));
    });
    return { labels };
  },
);
