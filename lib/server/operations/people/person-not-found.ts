import { RefusedError } from "@/lib/server/gateway/dashboard-operation";

export function personNotFound(): RefusedError {
  return new RefusedError({ status: 404, code: "not_found", message: "There is no such person.", field: "id" });
}
