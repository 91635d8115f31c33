import { getActiveMirrorTransitionJob } from "@/lib/contract/hosting/get-active-mirror-transition-job";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../repositories/access";
import { activeJob, jobBody, lastJob } from "./mirror-row";

export const getActiveMirrorTransitionJobOperation = implement(
  getActiveMirrorTransitionJob,
  async ({ principal, params }, service) => {
    const { id } = await requireRepository(service, principal, params);
    const [active, last] = [await activeJob(service.db, id), await lastJob(service.db, id)];
    return { ...(active ? { activeJob: jobBody(active) } : {}), ...(last ? { lastJob: jobBody(last) } : {}) };
  },
);
