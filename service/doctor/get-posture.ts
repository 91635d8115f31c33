import { getPosture } from "@/lib/contract/admin/get-posture";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import type { WithSandbox } from "../runner/sandbox/sandbox";
import { checkPosture, sandboxFinding } from "./check-posture";

export const getPostureOperation = implement(getPosture, async (_, { sandbox, settings }: Context & WithSandbox) => ({
  warnings: [sandboxFinding(sandbox, settings), ...checkPosture(settings)]
    .filter(({ state }) => state !== "ok")
    .map(({ subject, detail }) => ({ subject, detail })),
}));
