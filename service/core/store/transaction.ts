import type { Service } from "../context";

/** What statements of one transaction go through. */
export type Transaction = Parameters<Parameters<Service["db"]["transaction"]>[0]>[0];
