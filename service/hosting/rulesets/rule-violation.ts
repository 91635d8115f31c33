import { bypassableViolation } from "@/lib/contract/rule-bypass-header";
import { ApiError, apiError } from "../../core/http/api-error";

/**
 * FailedPrecondition for a change that violates a rule. If the actor could bypass every violated rule but chose not to,
 * the error's details report it.
 */
export function ruleViolationError(message: string, isBypassable: boolean): ApiError {
  const error = apiError.repohost("FailedPrecondition", message);
  if (!isBypassable) return error;
  return new ApiError(error.status, error.code, message, undefined, {}, { violation: bypassableViolation });
}
