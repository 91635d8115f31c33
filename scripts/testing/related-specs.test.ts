import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { relatedSpecs, subjects } from "./related-specs.mjs";

const specs = readdirSync("e2e").filter((name) => name.endsWith(".spec.ts"));

describe("browser tests related to changed files", () => {
  it("are those of the changed folders, and the changed ones", () => {
    const files = ["components/workers/queue/queue-screen.tsx", "service/claims/claims.ts", "e2e/usage.spec.ts"];
    expect(relatedSpecs(files)).toEqual(["e2e/queue.spec.ts", "e2e/usage.spec.ts"]);
  });

  it("are all for a file that every screen may use", () => {
    for (const file of ["package.json", "components/ui/button.tsx", "e2e/testing/app.ts", "app/layout.tsx"]) {
      expect(relatedSpecs(["components/workers/queue/queue-screen.tsx", file]), file).toBe("all");
    }
  });

  it("are none for documents and unit tests", () => {
    expect(relatedSpecs(["README.md", "docs/operations.md", "components/workers/queue/queue-screen.test.tsx"])).toEqual(
      [],
    );
  });

  it("are listed for every browser test", () => {
    expect(Object.keys(subjects).map((name) => `${name}.spec.ts`)).toEqual(specs.sort());
  });
});
