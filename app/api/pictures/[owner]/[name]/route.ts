import { getContents } from "@/lib/contract/hosting/contents/get-contents";
import { roleAllows } from "@/lib/contract/operation";
import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentUser } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { errorResponse, signedOut } from "@/lib/server/gateway/api-error";
import { repositoryImage } from "@/lib/server/gateway/repository-image";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ owner: string; name: string }>;
}

/** Serves an image file of a repository: `?path=…&commit=…`. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const foreign = rejectForeignHost(request.headers, dashboardSettings().webUrl);
  if (foreign) return foreign;
  const service = dashboardService();
  const requestId = service.ids.uuid();
  const user = await currentUser();
  if (!user || !roleAllows(user.role, getContents.role)) {
    return errorResponse("repohost", signedOut, requestId);
  }
  const { owner, name } = await params;
  const { searchParams } = new URL(request.url);
  return repositoryImage({
    service,
    user,
    ownerSlug: owner,
    repoName: name,
    path: searchParams.get("path") ?? "",
    commit: searchParams.get("commit") ?? "",
    signal: request.signal,
    requestId,
  });
}
