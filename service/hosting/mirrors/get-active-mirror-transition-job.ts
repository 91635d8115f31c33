import { getActiveMirrorTransitionJob } from "@/lib/contract/hosting/get-active-mirror-transition-job";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { activeJob, jobBody, lastJob } from "./mirror-row";

export const getActiveMirrorTransitionJobOperation = implement(
  getActiveMirrorTransitionJob,
  async ({ principal, params }, context) => {
    const { id } = await requireRepository(context, principal, params);
    const [active, last] = [await activeJob(context.db, id), await lastJob(context.db, id)];
    return { ...(active ? { activeJob: jobBody(active) } : {}), ...(last ? { lastJob: jobBody(last) } : {}) };
  },
);
