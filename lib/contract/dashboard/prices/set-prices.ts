import { defineOperation } from "../../define-operation";
import { PriceTable } from "./price-table";

export const setPrices = defineOperation({
  id: "setPrices",
  summary: "Replace the token price table; an empty table turns estimates off",
  method: "PUT",
  path: "/dashboard/prices",
  body: PriceTable,
  response: PriceTable,
  role: "admin",
});
