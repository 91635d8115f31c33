/**
 * Request header with the caller's choice about the rules it can bypass; an extension of the specification. `none`
 * applies the rules to everyone; `reason=…`, percent-encoded, records why they are bypassed.
 */
export const bypassHeader = "rule-bypass";

/** Type of the precondition violation of a rule that the caller could bypass but chose not to. */
export const bypassableViolation = "RULE_BYPASSABLE";

export const maxBypassReasonLength = 500;

/** The header's value that declines every bypass. */
export const declinedBypass = "none";

const reasonPrefix = "reason=";

/** The header's value for a bypass with a reason. */
export const bypassWithReason = (reason: string) => `${reasonPrefix}${encodeURIComponent(reason)}`;

/** The reason in the header's value; `undefined` if it isn't a valid one. */
export function parseBypassReason(value: string): string | undefined {
  if (!value.startsWith(reasonPrefix)) return undefined;
  try {
    const reason = decodeURIComponent(value.slice(reasonPrefix.length)).trim();
    return reason === "" || reason.length > maxBypassReasonLength || reason.includes("\0") ? undefined : reason;
  } catch {
    return undefined;
  }
}
