import { OperationError } from "@/lib/server/gateway/dashboard-operation";

export function userNotFound(): OperationError {
  return new OperationError({ status: 404, code: "not_found", message: "User not found.", field: "id" });
}
