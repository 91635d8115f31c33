import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CreateBatchBody } from "@/lib/contract/dashboard/batches/create-batch";
import { batchName, memberLaunch, planBatch } from "./plan-batch";

const repos = ["https://git.example.com/a/one", "https://git.example.com/a/two"].map((url) => ({ url }));
const body = (more: object, launch: object = {}) =>
  CreateBatchBody.parse({ id: crypto.randomUUID(), launch: { prompt: { text: "Fix it" }, ...launch }, ...more });
const problems = (more: object, launch: object = {}) => {
  const base = { id: crypto.randomUUID(), launch: { prompt: { text: "Fix it" }, ...launch } };
  const { error } = CreateBatchBody.safeParse({ ...base, ...more });
  return error && [...new Set(error.issues.map(({ path }) => path.join(".")))];
};

describe("the agents of a batch", () => {
  it("are one per model, repository and attempt", () => {
    const batch = body({ models: [{ id: "x" }, { id: "y" }], perRepository: true, attempts: 2 }, { repos });
    const members = planBatch(batch);
    expect(members.map(({ model, repository, attempt }) => `${model?.id}${repository}${attempt}`)).toEqual(
      "x01 x02 x11 x12 y01 y02 y11 y12".split(" "),
    );
    const [, , third] = members;
    if (!third) throw new Error("no member");
    expect(memberLaunch(batch.launch, third, { name: "Fix it", count: 8 })).toMatchObject({
      name: "Fix it (3 of 8)",
      model: { id: "x" },
      repos: [repos[1]],
    });
  });

  it("share the model and all repositories of the launch by default", () => {
    const batch = body({ attempts: 2 }, { repos, model: { id: "z" } });
    const launches = planBatch(batch).map((member) => memberLaunch(batch.launch, member, { name: "n", count: 2 }));
    expect(launches.map(({ model, repos }) => [model?.id, repos?.length])).toEqual([
      ["z", 2],
      ["z", 2],
    ]);
  });

  it("are 2 to 20", () => {
    expect(problems({})).toEqual(["attempts"]);
    expect(problems({ attempts: 21 })).toEqual(["attempts"]);
    expect(problems({ attempts: 7, models: [{ id: "x" }, { id: "y" }, { id: "z" }] })).toEqual(["attempts"]);
    expect(problems({ attempts: 0.5 })).toEqual(["attempts"]);
    expect(problems({ attempts: 2, perRepository: true })).toEqual(["perRepository"]);
    expect(problems({ attempts: 2 }, { agentId: `bc-${crypto.randomUUID()}` })).toEqual(["launch.agentId"]);
    expect(problems({ attempts: 20 })).toBeUndefined();
  });

  it("have unique names and positions", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (models, attempts) => {
        const ids = Array.from({ length: models }, (_, index) => ({ id: `m${index}` }));
        const dimensions = { models: ids, perRepository: false, attempts, launch: {} };
        expect(planBatch(dimensions).map(({ position }) => position)).toEqual(
          Array.from({ length: models * attempts }, (_, index) => index + 1),
        );
      }),
    );
  });
});

it("names a batch after the first line of its prompt", () => {
  expect(batchName({ prompt: { text: "\n  \nFix the login \nplease" } })).toBe("Fix the login");
  expect(batchName({ name: "Login", prompt: { text: "x" } })).toBe("Login");
  expect(Array.from(batchName({ prompt: { text: "🙂".repeat(200) } }))).toHaveLength(80);
});
