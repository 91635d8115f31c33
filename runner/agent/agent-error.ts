import type { RequestError } from "@agentclientprotocol/sdk";
import { z } from "zod";
import { printableText, truncateText } from "@/lib/core/plain-text";

const maxReasonLength = 2_000;

const text = z.string().min(1).optional().catch(undefined);
const Nested = z
  .union([z.string().min(1), z.looseObject({ message: text })])
  .optional()
  .catch(undefined);

/** Names that agents use for the reason of an error. */
const ErrorData = z.looseObject({ details: Nested, message: text, error: Nested, reason: text });

const textOf = (value: z.output<typeof Nested>) => (typeof value === "string" ? value : value?.message);

function reasonOf(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === "string") return data.trim() || undefined;
  const parsed = ErrorData.safeParse(data);
  if (!parsed.success) return undefined;
  const { details, message, error, reason } = parsed.data;
  return textOf(details) ?? message ?? textOf(error) ?? reason;
}

/** The message of an agent's error with the reason in its data, printable. */
export function agentErrorText({ message, data }: Pick<RequestError, "message" | "data">): string {
  const says = message.trim().toLowerCase() !== "internal error";
  const reason = reasonOf(data) ?? (says || data == null ? undefined : JSON.stringify(data));
  // Some agents repeat the message in the data, or the reverse.
  if (reason === undefined || message.includes(reason)) return printableText(message);
  if (!says || reason.includes(message)) return printableText(truncateText(reason, maxReasonLength));
  return printableText(`${message}: ${truncateText(reason, maxReasonLength)}`);
}
