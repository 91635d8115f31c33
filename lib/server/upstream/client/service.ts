import { z } from "zod";
import type { Operation, Role } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { KnownSecrets } from "@/lib/model/masking/known-secrets";
import type { User } from "@/lib/server/auth/session-reader";
import type { ServiceAddress } from "./service-address";

/** A service and everything needed to call it. */
export interface Service {
  address: ServiceAddress;
  credentials: Credentials;
  clock: Clock;
  ids: Pick<Ids, "uuid">;
  /** The current role of a user of the dashboard; `undefined` if there is none with that email address. */
  roleOf?(email: string): Promise<Role | undefined>;
  /** Values to mask in all responses and events. */
  secrets?: KnownSecrets;
}

/** The user a call is made for, and its namespace or repository, if it has one. */
export interface Acting {
  user: Pick<User, "email" | "name" | "role" | "ownRole">;
  ownerSlug?: string | undefined;
  /** With the owner `_` this is the repository's id. Missing for calls on a namespace. */
  repoName?: string | undefined;
}

const InNamespace = z.object({ ownerSlug: z.string(), repoName: z.string().optional() });

/** The user and target of a call with these path parameters. */
export function actingIn(user: Acting["user"], params: unknown): Acting {
  return { user, ...InNamespace.safeParse(params).data };
}

/** Selects the credential of a call. */
export type Caller = Pick<Operation, "actsAs" | "family"> & Partial<Pick<Operation, "scopes">>;

export interface Credentials {
  /** True if a call for a user is made with their own token; one to the hosting API needs a namespace. */
  actsForUsers?(caller: Caller): boolean;
  /**
   * The `Authorization` header of a call; `acting` is the user it is made for, if any. Throws
   * {@link CredentialsMissingError}.
   */
  authorization(caller: Caller, acting?: Acting): Promise<string>;
  /** Call when the service rejected a credential, so it isn't reused. */
  rejected?(caller: Caller, acting: Acting): void;
}
