import { dashboardAnswers } from "@/lib/server/answers/dashboard-answers";

export const dynamic = "force-dynamic";

/** Sends the answer of a link in a notification, for the link's user. */
export async function POST(request: Request): Promise<Response> {
  return (await dashboardAnswers()).send(request);
}
