import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

/** Requests for the operations on agent programs. The program ends at once, so its tests are short. */
export function agentProgramExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  const body = (name: string) => ({ name, command: ["/bin/false"], env: { MODEL_KEY: "described" } });
  const admin = () => ({ key: test().keys.admin });
  const none = { params: { name: "none" } };
  return {
    async listAgentPrograms() {
      await exchange("listAgentPrograms", 200, admin());
      await exchange("listAgentPrograms", 403);
    },
    async addAgentProgram() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("described") });
      await exchange("addAgentProgram", 409, { ...admin(), body: body("described") });
      await exchange("addAgentProgram", 400, { ...admin(), body: { preset: "unknown" } });
    },
    async updateAgentProgram() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("changed") });
      const params = { name: "changed" };
      await exchange("updateAgentProgram", 200, { ...admin(), params, body: { env: { MODEL_KEY: null } } });
      await exchange("updateAgentProgram", 400, { ...admin(), params, body: { enabled: "yes" } });
      await exchange("updateAgentProgram", 404, { ...admin(), ...none, body: {} });
    },
    async testAgentProgram() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("tested") });
      await exchange("testAgentProgram", 202, { ...admin(), params: { name: "tested" } });
      await exchange("testAgentProgram", 404, { ...admin(), ...none });
    },
    async installAgentUpdate() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("custom") });
      await exchange("installAgentUpdate", 409, { ...admin(), params: { name: "custom" } });
      await exchange("installAgentUpdate", 404, { ...admin(), ...none });
    },
    async startAgentLogin() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("closed") });
      await exchange("startAgentLogin", 400, { ...admin(), params: { name: "closed" }, body: { methodId: "none" } });
      await exchange("startAgentLogin", 404, { ...admin(), ...none, body: { methodId: "none" } });
    },
    async answerAgentLogin() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("silent") });
      await exchange("answerAgentLogin", 409, { ...admin(), params: { name: "silent" }, body: { text: "code" } });
      await exchange("answerAgentLogin", 404, { ...admin(), ...none, body: { text: "code" } });
    },
    async removeAgentLogin() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("out") });
      await exchange("removeAgentLogin", 200, { ...admin(), params: { name: "out" } });
      await exchange("removeAgentLogin", 404, { ...admin(), ...none });
    },
    async removeAgentProgram() {
      await exchange("addAgentProgram", 201, { ...admin(), body: body("removed") });
      await exchange("removeAgentProgram", 200, { ...admin(), params: { name: "removed" } });
      await exchange("removeAgentProgram", 404, { ...admin(), params: { name: "removed" } });
    },
  };
}
