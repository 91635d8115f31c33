import { z } from "zod";
import type { AuditRecord } from "@/lib/contract/dashboard/audit/list-audit";
import type { AuditedCall } from "@/lib/server/db/audit";

const Detail = z.looseObject({
  code: z.string().optional(),
  variables: z.array(z.string()).optional(),
  agentId: z.string().optional(),
  token: z.looseObject({ name: z.string() }).optional(),
  from: z.string().optional(),
  bypassReason: z.string().optional(),
});

export function auditRecord({ intent, outcome }: AuditedCall): AuditRecord {
  const { code, variables, agentId, token, from, bypassReason } = {
    ...Detail.safeParse(intent.detail).data,
    ...Detail.safeParse(outcome?.detail).data,
  };
  const status = outcome?.status ?? undefined;
  return {
    id: String(intent.id),
    at: intent.at.toISOString(),
    userEmail: intent.userEmail,
    operationId: intent.operationId,
    method: intent.method,
    path: intent.path,
    requestId: intent.requestId,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...(variables === undefined ? {} : { variables }),
    ...(token === undefined ? {} : { token: token.name }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(from === undefined ? {} : { from }),
    ...(bypassReason === undefined ? {} : { bypassReason }),
  };
}
