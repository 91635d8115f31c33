import { dashboardReceiver } from "@/lib/server/webhooks/start-webhooks";

export const dynamic = "force-dynamic";

let receive: ReturnType<typeof dashboardReceiver> | undefined;

/** Events of the hosting API. Whoever sends them has no session: what counts is who signed the bytes. */
export function POST(request: Request): Promise<Response> {
  receive ??= dashboardReceiver();
  return receive(request);
}
