import * as oauth from "oauth4webapi";
import { ForbiddenAddress } from "@/lib/core/http/ssrf-guard";
import { type ApiError, apiError } from "../core/http/api-error";
import { McpAuthorizationError } from "./discover-authorization";

/** The error to report when an MCP server or its authorization server fails. Never reveals details of the service's network. */
export function explainFailure(error: unknown, host: string): ApiError {
  const failed = (status: number, code: string, reason: string) =>
    apiError.agents(status, code, `Couldn't connect to ${host}: ${reason}`, "url");
  if (error instanceof McpAuthorizationError) return failed(400, "mcp_authorization_failed", error.message);
  if (error instanceof ForbiddenAddress) return failed(400, "validation_error", "the address isn't allowed");
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const reason = `${error.error}${error.error_description ? `: ${error.error_description}` : ""}`;
    return failed(400, "mcp_authorization_failed", reason.slice(0, 300));
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return failed(400, "mcp_authorization_failed", error.message.slice(0, 300));
  }
  return failed(502, "upstream_error", "the server didn't respond as expected");
}
