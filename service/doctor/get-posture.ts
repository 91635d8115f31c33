import { getPosture } from "@/lib/contract/admin/doctor/get-posture";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { checkPosture, sandboxFinding } from "./check-posture";

export const getPostureOperation = implement(getPosture, async (_, { sandbox, settings }: Context & WithSandbox) => ({
  warnings: [sandboxFinding(sandbox, settings), ...checkPosture(settings)]
    .filter(({ state }) => state !== "ok")
    .map(({ subject, detail }) => ({ subject, detail })),
}));
