import fc from "fast-check";
import { printFile } from "../print";
import type { Json } from "../syntax-tree";

/** Insignificant text: spaces, line breaks, comments. A line comment includes its line break. */
const gap = (newline: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("", " ", "  ", newline, `${newline}  `, `${newline}\t`) },
    {
      weight: 2,
      arbitrary: fc.nat(9_999).map((number) => ` // note ${number}, "a": [1,],${newline}  `),
    },
    { weight: 2, arbitrary: fc.nat(9_999).map((number) => `/* note ${number} }] */`) },
    { weight: 1, arbitrary: fc.nat(9_999).map((number) => `${newline}  /* two${newline}lines ${number} */${newline}`) },
  );

/** A value as text, with gaps wherever the syntax allows them. */
function written(value: Json, newline: string): fc.Arbitrary<string> {
  const space = gap(newline);
  if (Array.isArray(value)) {
    const items = value.map((each) => fc.tuple(space, written(each, newline), space).map((parts) => parts.join("")));
    return fc.tuple(space, ...items).map(([first, ...rest]) => `[${rest.length === 0 ? first : rest.join(",")}]`);
  }
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value).map(([name, each]) =>
      fc.tuple(space, space, space, written(each, newline), space).map(([a, b, c, text, d]) => {
        return `${a}${JSON.stringify(name)}${b}:${c}${text}${d}`;
      }),
    );
    return fc.tuple(space, ...members).map(([first, ...rest]) => `{${rest.length === 0 ? first : rest.join(",")}}`);
  }
  return fc.constant(JSON.stringify(value));
}

const newlines = fc.constantFrom("\n", "\r\n");

/** Text of a value with comments and irregular spacing, sometimes with a byte order mark. */
export function textOf(value: Json): fc.Arbitrary<string> {
  const oddlySpaced = newlines.chain((newline) =>
    fc
      .tuple(fc.constantFrom("", "\uFEFF"), gap(newline), written(value, newline), gap(newline))
      .map((parts) => parts.join("")),
  );
  // Conventionally formatted, with a comment on every line, as users write it.
  const conventional = newlines.map((newline) =>
    printFile(value)
      .split("\n")
      .map((line, index) => (/[{[,]$/.test(line) ? `${line} // line ${index}` : line))
      .join(newline),
  );
  return fc.oneof({ weight: 3, arbitrary: oddlySpaced }, { weight: 1, arbitrary: conventional });
}
