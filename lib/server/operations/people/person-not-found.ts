import { OwnRefusal } from "@/lib/server/gateway/own-operation";

export function noSuchPerson(): OwnRefusal {
  return new OwnRefusal({ status: 404, code: "not_found", message: "There is no such person.", field: "id" });
}
