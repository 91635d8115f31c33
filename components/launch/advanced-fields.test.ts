import fc from "fast-check";
import { expect, it } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { advancedCount, isAdvancedControl, rememberedFields } from "./advanced-fields";
import { emptyFields, repositoryRow } from "./empty-fields";
import { validateLaunch } from "./launch-validation";

const anyFields = fc
  .record({
    prompt: fc.string(),
    model: fc.constantFrom("", "script", "claude/opus"),
    repositories: fc.array(
      fc
        .constantFrom("", "https://git.example.com/acme/orders")
        .map((url) => repositoryRow({ id: url || "none", url })),
      { maxLength: 3 },
    ),
    target: fc.constantFrom("default", "cloud", "pool", "machine"),
    targetName: fc.constantFrom("", "gpu"),
    autoCreatePR: fc.boolean(),
    skipReviewerRequest: fc.boolean(),
    workOnCurrentBranch: fc.boolean(),
    mode: fc.constantFrom("agent", "plan"),
    name: fc.string(),
    variables: fc.array(fc.record({ id: fc.uuid(), name: fc.string() }), { maxLength: 2 }),
  })
  .map((values) => LaunchFields.parse({ ...emptyFields, ...values }));

it("remembers the repository, model, environment and delivery, and no advanced option", () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const next = rememberedFields(fields);
      expect(next).toMatchObject({
        prompt: "",
        images: [],
        name: "",
        variables: [],
        mode: "agent",
        model: fields.model,
        target: fields.target,
        targetName: fields.targetName,
        autoCreatePR: fields.autoCreatePR,
      });
      expect(next.repositories.map(({ url, startingRef }) => [url, startingRef])).toEqual([
        [fields.repositories[0]?.url ?? "", ""],
      ]);
      expect(advancedCount(next)).toBe(0);
      expect(rememberedFields(next)).toEqual(next);
    }),
  );
});

it("counts the advanced options that are set", () => {
  expect(advancedCount(emptyFields)).toBe(0);
  const fields = LaunchFields.parse({
    ...emptyFields,
    mode: "plan",
    name: "Nightly",
    repositories: [repositoryRow({ id: "first", from: "pull" }), repositoryRow({ id: "second" })],
  });
  expect(advancedCount(fields)).toBe(4);
  expect(advancedCount({ ...emptyFields, skipReviewerRequest: true })).toBe(0);
});

it("finds problems outside the composer among the advanced options", () => {
  const fields = LaunchFields.parse({
    ...emptyFields,
    variables: [{ id: "v", name: "" }],
    name: "n".repeat(101),
    images: [{ id: "i", source: "file" }],
  });
  const context = { secretOf: () => "", hasImage: () => false, reservedPrefix: "SVC_" };
  const controls = Object.keys(validateLaunch(fields, context));
  expect(controls.filter((control) => isAdvancedControl(control, fields)).sort()).toEqual(["name", "v"]);
  expect(controls).toEqual(expect.arrayContaining(["prompt", "i"]));
});
