import { text } from "drizzle-orm/pg-core";
import { milliseconds } from "./users";

/** The service that holds a row's lease, and when the lease expires. See `lease.ts`. */
export const leaseColumns = {
  leasedBy: text("leased_by"),
  leasedUntil: milliseconds("leased_until"),
};
