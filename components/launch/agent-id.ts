import { newUuid } from "@/lib/client/new-uuid";

export const newAgentId = (): string => `bc-${newUuid()}`;
export const newBatchId = newUuid;
