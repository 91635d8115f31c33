import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-templates/launch-template";
import type { LaunchTemplateRow } from "@/lib/server/db/launch-templates";

export function templateBody(row: LaunchTemplateRow, ownerName: string): LaunchTemplate {
  return {
    id: row.id,
    name: row.name,
    shared: row.shared,
    owner: { id: row.userId, displayName: ownerName },
    updatedAt: row.updatedAt.toISOString(),
    // Fields missing from a form saved by an older version are filled from an empty form.
    fields: LaunchFields.parse(row.fields),
  };
}
