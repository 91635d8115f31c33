import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-templates/launch-template";
import {
  complete,
  completionAt,
  isOnlyText,
  mentionAt,
  suggestCommands,
  suggestFiles,
  suggestTemplates,
  suggestUsers,
} from "./completion";

const at = (text: string) => completionAt(text.replace("|", ""), text.indexOf("|"));

describe("the completed text", () => {
  it.each([
    ["/rev|", { kind: "command", query: "rev", from: 0, to: 4 }],
    ["/|", { kind: "command", query: "", from: 0, to: 1 }],
    ["fix /rev|", undefined],
    ["/review now|", undefined],
    ["/prüf|", { kind: "command", query: "prüf", from: 0, to: 5 }],
    ["/tmp/x|", undefined],
    ["look at @src/a|", { kind: "file", query: "src/a", from: 8, to: 14 }],
    ["@|", { kind: "file", query: "", from: 0, to: 1 }],
    ["a\n@x|", { kind: "file", query: "x", from: 2, to: 4 }],
    ["mail ada@example|", undefined],
    ["@src/a |", undefined],
    ["|", undefined],
  ])("of %j", (text, target) => {
    expect(at(text)).toEqual(target);
  });

  it("is a user in a comment, which has no commands", () => {
    expect(mentionAt("Thanks @le", 10)).toEqual({ kind: "user", query: "le", from: 7, to: 10 });
    expect(mentionAt("/review", 7)).toBeUndefined();
    expect(mentionAt("leo@example", 11)).toBeUndefined();
  });

  it("is replaced, with one space after it", () => {
    const target = at("see @re| now");
    expect(target && complete("see @re now", target, { text: "@README.md ", label: "" })).toEqual({
      text: "see @README.md now",
      caret: 14,
    });
    const command = at("/r|");
    expect(command && complete("/r", command, { text: "/review ", label: "" })).toEqual({ text: "/review ", caret: 8 });
  });

  it("can be the only text", () => {
    const target = { kind: "command", query: "r", from: 0, to: 2 } as const;
    expect(isOnlyText("/r \n", target)).toBe(true);
    expect(isOnlyText("/r now", target)).toBe(false);
  });

  it("is within the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, position) => {
        const caret = Math.min(position, text.length);
        const target = completionAt(text, caret);
        return !target || (target.from >= 0 && target.from < target.to && target.to === caret);
      }),
    );
  });
});

describe("suggestions", () => {
  it("are commands whose name starts with or contains the query", () => {
    const commands = [
      { name: "pr-review", description: "" },
      { name: "review", description: "Review it" },
      { name: "init" },
    ];
    expect(suggestCommands(commands, "RE")).toEqual([
      { text: "/review ", label: "/review", detail: "Review it" },
      { text: "/pr-review ", label: "/pr-review", detail: undefined },
    ]);
  });

  it("are files by name, then by path, shorter ones first", () => {
    const paths = ["src/orders/main.ts", "orders.md", "src/my-orders.ts", "docs/orders.md"];
    expect(suggestFiles(paths, "orders").map(({ label }) => label)).toEqual([
      "orders.md",
      "docs/orders.md",
      "src/my-orders.ts",
      "src/orders/main.ts",
    ]);
    expect(
      suggestFiles(
        Array.from({ length: 100 }, (_, index) => `f${index}`),
        "f",
      ),
    ).toHaveLength(8);
  });
});

it("suggests users by handle, or by email address", () => {
  const leo = { email: "leo@example.test", displayName: "Leo Brandt", handle: "leo" };
  expect(suggestUsers([leo, { email: "rita@example.test", displayName: "Rita" }, { email: "x@y" }])).toEqual([
    { text: "@leo ", label: "@leo", detail: "Leo Brandt · leo@example.test" },
    { text: "@rita@example.test ", label: "@rita@example.test", detail: "Rita" },
    { text: "@x@y ", label: "@x@y", detail: undefined },
  ]);
  // Email addresses can be empty.
  expect(suggestUsers([{ email: "", displayName: "App" }])).toEqual([]);
  expect(suggestUsers(Array.from({ length: 30 }, (_, index) => ({ email: `${index}@x` })))).toHaveLength(8);
});

describe("suggested templates", () => {
  const template = (name: string, changes: Partial<LaunchTemplate> = {}): LaunchTemplate => ({
    id: name,
    name,
    shared: false,
    owner: { id: "us-1", displayName: "Ada" },
    updatedAt: "2026-05-01T12:00:00Z",
    fields: LaunchFields.parse({ prompt: `Prompt of ${name}` }),
    ...changes,
  });
  const names = (templates: LaunchTemplate[], query: string) =>
    suggestTemplates(templates, query, "form").map(({ label }) => label);

  it("match by name, with hyphens for spaces and without accents, the best match first", () => {
    const templates = ["Prefix", "Hotfix: Orders", "Try a fix", "Fix flaky tests", "FIX", "Über prüfen"].map((name) =>
      template(name),
    );
    expect(names(templates, "fix")).toEqual(["FIX", "Fix flaky tests", "Try a fix", "Prefix", "Hotfix: Orders"]);
    expect(names(templates, "fix-flaky_te")).toEqual(["Fix flaky tests"]);
    expect(names(templates, "uber-Prüf")).toEqual(["Über prüfen"]);
    expect(names(templates, "")).toHaveLength(6);
    expect(names(templates, "nothing")).toEqual([]);
  });

  it("say whose they are, and if only the prompt is used", () => {
    const own = template("Review");
    const shared = template("Triage", { shared: true });
    expect(suggestTemplates([own, shared], "", "prompt")).toEqual([
      { text: "Prompt of Review", label: "Review", detail: "Template · yours", template: own },
      { text: "Prompt of Triage", label: "Triage", detail: "Template · shared by Ada", template: shared },
    ]);
    expect(suggestTemplates([own], "", "promptOnly")[0]?.detail).toBe("Template (prompt only) · yours");
  });

  it("without a prompt can only fill the form", () => {
    const templates = [template("Empty", { fields: LaunchFields.parse({ prompt: " " }) })];
    expect(suggestTemplates(templates, "", "form")).toHaveLength(1);
    expect(suggestTemplates(templates, "", "prompt")).toEqual([]);
    expect(suggestTemplates(templates, "", "promptOnly")).toEqual([]);
  });

  it("are at most 8, the one with the typed name among them", () => {
    const words = fc.array(fc.constantFrom("fix", "Fix", "tests", "é", "日本", "1"), { minLength: 1, maxLength: 4 });
    const name = words.map((parts) => parts.join(" "));
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 20, selector: (each) => each.toLowerCase() }),
        name,
        (others, own) => {
          const rest = others.filter((each) => each.toLowerCase() !== own.toLowerCase());
          const found = names(
            [...rest, own].map((each) => template(each)),
            own.replaceAll(" ", "-"),
          );
          expect(found[0]).toBe(own);
          expect(found.length).toBeLessThanOrEqual(8);
        },
      ),
    );
  });
});
