import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FromWorker } from "./from-worker";
import { maxMessageBytes } from "./limits";
import { closeReason, commonVersion, ProtocolViolation, readMessage } from "./messages";

const register = {
  type: "register",
  versions: [1],
  workerId: "ctrl-1",
  incarnation: "5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44",
  resumed: false,
  name: "gpu-node-1",
  pool: "gpu",
  labels: [{ key: "env", value: "production" }],
  workspaceRootPath: "/srv/work",
  models: ["script"],
  isolation: "none",
  capacity: 1,
  runs: [],
  agents: [],
  draining: false,
};

describe("a message between worker and service", () => {
  it("round-trips", () => {
    expect(readMessage(FromWorker, JSON.stringify(register))).toEqual(register);
  });

  it.each([
    ["an empty message", ""],
    ["invalid JSON", "{"],
    ["a number", "7"],
    ["a missing type", "{}"],
    ["an unknown type", '{"type":"explode"}'],
    ["a reserved label", JSON.stringify({ ...register, labels: [{ key: "pool", value: "x" }] })],
    ["an id that could leave its folder", JSON.stringify({ ...register, workerId: "../x" })],
    ["a sequence of zero", JSON.stringify({ type: "frames", runId: "run-1", first: 0, frames: [] })],
    ["too many bytes", " ".repeat(maxMessageBytes + 1)],
  ])("rejects %s", (_, text) => {
    expect(() => readMessage(FromWorker, text)).toThrow(ProtocolViolation);
  });

  it("is parsed or rejected for any input", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          readMessage(FromWorker, text);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolViolation);
        }
      }),
    );
  });

  it("uses the newest version both sides support", () => {
    expect(commonVersion([3, 2], [1, 2])).toBe(2);
    expect(commonVersion([3], [1, 2])).toBeUndefined();
  });

  it("truncates the reason to fit a close frame", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        expect(new TextEncoder().encode(closeReason(text)).length).toBeLessThanOrEqual(120);
      }),
    );
  });
});
