import { text } from "drizzle-orm/pg-core";
import { milliseconds } from "./people";

/** The service that works on a row, and until when the row is reserved for it. See `lease.ts`. */
export const leaseColumns = {
  leasedBy: text("leased_by"),
  leasedUntil: milliseconds("leased_until"),
};
