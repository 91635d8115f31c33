import { previewDotenv } from "@/lib/contract/dashboard/variables/preview-dotenv";
import { variableNames } from "@/lib/server/db/saved-variables";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { readDotenv } from "./read-dotenv";
import { requireOwner } from "./variable-access";

export const previewDotenvOperation = implementOperation(previewDotenv, async ({ body, user }) => {
  const parts = await variableParts();
  const owner = await requireOwner(parts, user, body);
  const names = await variableNames(parts.store, owner);
  const { entries } = readDotenv(body.text, { kind: body.kind, reservedPrefix: parts.reservedPrefix, names });
  return { entries };
});
