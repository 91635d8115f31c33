import { describe, expect, it } from "vitest";
import { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import { bodyOf, checkFields, errorOf, LaunchFields, newAgentId } from "./launch-fields";

const filled = LaunchFields.parse({ prompt: "Look around", repository: "https://x.example/a/b", reference: " main " });

describe("the launch form", () => {
  it("makes a body the contract accepts", () => {
    const id = newAgentId();
    expect(CreateAgentBody.parse(bodyOf(filled, id))).toMatchObject({
      agentId: id,
      prompt: { text: "Look around" },
      repos: [{ url: "https://x.example/a/b", startingRef: "main" }],
    });
  });

  it("leaves out what was left empty", () => {
    const body = bodyOf(LaunchFields.parse({ prompt: "x", reference: "main" }), newAgentId());
    expect(Object.keys(body).sort()).toEqual(["agentId", "mode", "prompt"]);
  });

  it("shows the contract's messages at their fields, all at once", () => {
    const errors = checkFields(LaunchFields.parse({ repository: "ftp://x", name: "n".repeat(101) }), newAgentId());
    expect(Object.keys(errors).sort()).toEqual(["name", "prompt", "repository"]);
  });

  it("puts the service's refusal at the field it names", () => {
    expect(errorOf("repos.0.startingRef", "repos.0.startingRef: x is not in y")).toEqual({
      reference: "x is not in y",
    });
    expect(errorOf("env.name", "env.name: none")).toEqual({ form: "env.name: none" });
    expect(errorOf(undefined, "No")).toEqual({ form: "No" });
  });
});
