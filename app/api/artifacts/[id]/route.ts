import { downloadArtifact } from "@/lib/contract/agents/download-artifact";
import { roleAllows } from "@/lib/contract/operation";
import { rejectForeignHost } from "@/lib/server/auth/request-origin";
import { currentSessionToken, userOfSession } from "@/lib/server/auth/session";
import { dashboardSettings, serviceBase } from "@/lib/server/dashboard-settings";
import { errorResponse, signedOut } from "@/lib/server/gateway/api-error";
import { type ArtifactForm, artifactForms, streamArtifact } from "@/lib/server/gateway/stream-artifact";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

const formOf = (value: string | null): ArtifactForm => artifactForms.find((form) => form === value) ?? "inline";

/**
 * Serves an artifact: `?path=artifacts/…`, with `&as=text` to show it as text, `&as=page` an HTML
 * file as a page without scripts, or `&as=save` to download it.
 */
async function handle(request: Request, { params }: Context): Promise<Response> {
  const settings = dashboardSettings();
  const foreign = rejectForeignHost(request.headers, settings.webUrl);
  if (foreign) return foreign;
  const service = dashboardService();
  const requestId = service.ids.uuid();
  const token = await currentSessionToken();
  const authorized = async (options: { fresh: boolean }) => {
    const user = await userOfSession(token, options);
    return user && roleAllows(user.role, downloadArtifact.role) ? user : undefined;
  };
  const user = await authorized({ fresh: false });
  if (!user) return errorResponse("agents", signedOut, requestId);
  const { searchParams } = new URL(request.url);
  return streamArtifact({
    service,
    user,
    origins: {
      published: new URL(settings.servicePublicUrl).origin,
      reached: new URL(settings.serviceUrl === undefined ? serviceBase(settings) : settings.servicePublicUrl).origin,
    },
    agentId: (await params).id,
    path: searchParams.get("path") ?? "",
    as: formOf(searchParams.get("as")),
    isAuthorized: async () => (await authorized({ fresh: true })) !== undefined,
    request,
    requestId,
  });
}

export { handle as GET, handle as HEAD };
