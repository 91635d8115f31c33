import Ajv from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkEnvironment } from "./check";
import { environmentJsonSchema } from "./json-schema";
import { printFile } from "./print";
import { readEnvironment } from "./read-environment";
import { environments, mutated } from "./testing/environments";
import { textOf } from "./testing/jsonc";

const accepts = new Ajv({ strict: true, strictRequired: false }).compile(environmentJsonSchema());

describe("the published schema", () => {
  it("accepts every file the validator accepts", () => {
    fc.assert(
      fc.property(
        environments.chain((value) => textOf(value).map((text) => ({ value, text }))),
        ({ value, text }) => {
          expect(accepts(value)).toBe(true);
          const { valid, environment } = checkEnvironment(text);
          expect(valid).toBe(true);
          expect(environment).toEqual(value);
        },
      ),
    );
  });

  it("agrees with the validator on mutated files", () => {
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(environments.chain(mutated), (value) => {
        const expected = accepts(value);
        counts[expected ? "valid" : "invalid"] += 1;
        expect({ value, valid: checkEnvironment(printFile(value)).valid }).toEqual({ value, valid: expected });
      }),
      { numRuns: 1_500 },
    );
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(60);
  });

  it("agrees with the validator on values of any kind", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (drawn) => {
        const text = JSON.stringify(drawn);
        expect(checkEnvironment(text).valid).toBe(accepts(JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it("drops values of the wrong type when reading an invalid file", () => {
    fc.assert(
      fc.property(environments.chain(mutated), (value) => {
        const { root } = checkEnvironment(printFile(value));
        const read = readEnvironment(root);
        if (read.ports) for (const { port } of read.ports) expect(port).toBeTypeOf("number");
        if (read.terminals) for (const each of read.terminals.flat()) expect(each.command).toBeTypeOf("string");
      }),
    );
  });
});
