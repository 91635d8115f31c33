import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PriceTable } from "./price-table";

export const getPrices = defineOperation({
  id: "getPrices",
  summary: "Get the token price table used for cost estimates",
  method: "GET",
  path: "/dashboard/prices",
  response: z.object({ table: PriceTable.optional(), updatedAt: z.string().optional() }),
});
