import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { maskedResponse } from "@/lib/server/upstream/client/masked-response";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

/** Returns a launch form that can be stored and shared, without files and secrets. */
export function storableFields(fields: LaunchFields): LaunchFields {
  const images = fields.images.filter(({ source }) => source === "link");
  return LaunchFields.parse(JSON.parse(maskedResponse(dashboardService(), JSON.stringify({ ...fields, images }))));
}
