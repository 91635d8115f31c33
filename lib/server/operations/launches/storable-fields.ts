import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { maskedResponse } from "@/lib/server/upstream/client/masked-response";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

/** A launch form as it may be kept for others to see: no files, whose bytes are not here, and no secrets somebody wrote into it. */
export function storableFields(fields: LaunchFields): LaunchFields {
  const images = fields.images.filter(({ source }) => source === "link");
  return LaunchFields.parse(JSON.parse(maskedResponse(dashboardService(), JSON.stringify({ ...fields, images }))));
}
