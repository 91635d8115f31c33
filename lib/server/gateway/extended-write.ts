import type { Operation } from "@/lib/contract/operation";
import type { User } from "@/lib/server/auth/session-reader";

/** The user a write is made for. */
export type Actor = Pick<User, "id" | "email" | "name" | "role" | "token">;

/** A validated write, before it is forwarded. */
export interface WriteToExtend {
  operation: Operation;
  body: unknown;
  headers: Headers;
  user: Actor;
}

/** A write with what the dashboard adds to it. */
export interface ExtendedWrite {
  /** The body to forward instead. */
  bytes: Buffer<ArrayBuffer>;
  /** Its details in the audit log; no secrets. */
  detail: object;
  /** Called with a successful response. Returns the details of the outcome for the audit log. */
  onResponse(response: Response): Promise<object>;
}
