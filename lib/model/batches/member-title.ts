import type { BatchMember } from "@/lib/contract/dashboard/batches/batch";

type Named = Pick<BatchMember, "position" | "model" | "repositories" | "attempt">;

/** What an agent is called within its batch: `2. gpt-5, acme/orders, attempt 2`. */
export function memberTitle({ position, model, repositories, attempt }: Named): string {
  const [first, ...others] = repositories;
  const parts = [
    model || "Default model",
    ...(first === undefined ? [] : [others.length > 0 ? `${first} and ${others.length} more` : first]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ];
  return `${position}. ${parts.join(", ")}`;
}
