import { listPullRequestLabels } from "@/lib/contract/hosting/labels/list-pull-request-labels";
import { implement } from "../../core/http/implement";
import { readLabels } from "../pulls/pull-request-labels";
import { requirePullRequest } from "../pulls/pull-request-row";

export const listPullRequestLabelsOperation = implement(
  listPullRequestLabels,
  async ({ principal, params }, context) => {
    const { pull } = await requirePullRequest(context, principal, params);
    return { labels: (await readLabels(context.db, [pull.id]))(pull.id) };
  },
);
