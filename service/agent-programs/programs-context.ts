import type { Context } from "../core/context";
import type { WithProgramChecks } from "./program-checks";
import type { WithProgramLogins } from "./with-program-logins";

/** What operations on agent programs use. */
export type ProgramsContext = Context & WithProgramChecks & WithProgramLogins;
