import { AnswerResult, rejectedAnswer } from "@/lib/model/notifications/answer-result";

/** Sends the answer of a link in a notification. The link's token authenticates the request, so it works without a session. */
export async function sendAnswer(token: string): Promise<AnswerResult> {
  try {
    const response = await fetch("/api/answer", {
      method: "POST",
      cache: "no-store",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const parsed = AnswerResult.safeParse(await response.json());
    if (parsed.success) return parsed.data;
  } catch {
    // No response, or not from the dashboard.
  }
  return rejectedAnswer("unavailable");
}
