import {
  bypassHeader,
  declinedBypass,
  maxBypassReasonLength,
  parseBypassReason,
} from "@/lib/contract/rule-bypass-header";
import { apiError } from "../../core/http/api-error";

/** Whether a caller bypasses the rules it can bypass, and why. It does by default, as specified. */
export interface BypassChoice {
  declined?: boolean;
  reason?: string;
}

/** Reads the choice from a request's header. Throws InvalidArgument for an invalid value. */
export function bypassChoice({ headers }: Pick<Request, "headers">): BypassChoice {
  const value = headers.get(bypassHeader);
  if (value === null) return {};
  if (value === declinedBypass) return { declined: true };
  const reason = parseBypassReason(value);
  if (reason !== undefined) return { reason };
  const message = `${bypassHeader}: must be none, or reason= and a percent-encoded text of 1 to ${maxBypassReasonLength} characters`;
  throw apiError.repohost("InvalidArgument", message, bypassHeader);
}
