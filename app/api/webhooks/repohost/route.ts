import { dashboardReceiver } from "@/lib/server/webhooks/start-webhooks";

export const dynamic = "force-dynamic";

let receive: ReturnType<typeof dashboardReceiver> | undefined;

/** Receives webhooks of the hosting API. They are authenticated by signature, not by session. */
export function POST(request: Request): Promise<Response> {
  receive ??= dashboardReceiver();
  return receive(request);
}
