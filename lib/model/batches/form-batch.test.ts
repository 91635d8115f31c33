import { expect, it } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { formBatch } from "./form-batch";

const repositories = ["one", "two"].map((name) => ({ id: name, url: `https://git.example.com/a/${name}` }));
const read = (fields: object) => {
  const { models, ...rest } = formBatch(LaunchFields.parse(fields));
  return { ...rest, models: models.map(({ id }) => id) };
};

it("multiplies models, repositories and attempts", () => {
  expect(read({ model: "x", repositories, batch: { models: ["y", "z"], attempts: 2, perRepository: true } })).toEqual({
    models: ["x", "y", "z"],
    perRepository: true,
    attempts: 2,
    count: 12,
    text: "3 models × 2 repositories × 2 attempts",
  });
});

it("counts added models once, and the default model only if it is the only one", () => {
  expect(read({ model: "x", batch: { models: ["x", "y", "y"] } }).models).toEqual(["x", "y"]);
  expect(read({ batch: { models: ["y"] } })).toMatchObject({ models: ["y"], count: 1 });
  expect(read({ batch: { attempts: 3 } })).toMatchObject({ models: [], count: 3, text: "3 attempts" });
});

it("doesn't separate a single repository", () => {
  const fields = { repositories: repositories.slice(0, 1), batch: { attempts: 2, perRepository: true } };
  expect(read(fields)).toMatchObject({ perRepository: false, count: 2 });
});

it("keeps the parameters of the form's own model", () => {
  const fields = LaunchFields.parse({ model: "x", params: { effort: "high", mode: "" }, batch: { models: ["y"] } });
  expect(formBatch(fields).models).toEqual([{ id: "x", params: [{ id: "effort", value: "high" }] }, { id: "y" }]);
});
