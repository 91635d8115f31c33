import { RefusedError } from "@/lib/server/gateway/dashboard-operation";

export function personNotFound(): RefusedError {
  return new RefusedError({ status: 404, code: "not_found", message: "User not found.", field: "id" });
}
