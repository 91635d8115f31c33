import { z } from "zod";
import { defineOperation } from "../../operation";
import { PriceTable } from "./price-table";

export const setPrices = defineOperation({
  id: "setPrices",
  summary: "Replace the token price table; an empty table turns estimates off",
  method: "PUT",
  path: "/dashboard/prices",
  pathParams: z.object({}),
  query: z.object({}),
  body: PriceTable,
  response: PriceTable,
  family: "dashboard",
  role: "admin",
});
