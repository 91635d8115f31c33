import { environmentShape } from "./definition";
import type { Path, Range } from "./diagnostic";
import { type PropertyShape, propertyShape, type Shape } from "./shape";
import type { Node, ObjectNode, Property } from "./syntax-tree";

/** The syntactic position of an offset. */
type TextLocation =
  /** At a property name, or where one could be. */
  | { kind: "name"; path: Path; container: ObjectNode; property: Property | undefined }
  /** At a value, or where one could be. */
  | { kind: "value"; path: Path; node: Node | undefined };

const touches = ({ start, end }: Range, offset: number) => start <= offset && offset <= end;
const inside = ({ start, end }: Range, offset: number) => start < offset && offset < end;

/** Finds the syntactic position of an offset, even in incomplete text. */
export function locationAt(root: Node | undefined, offset: number): TextLocation {
  const path: (string | number)[] = [];
  let node = root;
  for (;;) {
    if (node?.kind === "object" && inside(node, offset)) {
      const container: ObjectNode = node;
      const property = container.members.findLast(({ start }) => start <= offset);
      const next = container.commas.find((comma) => property && comma >= property.end);
      const passed = next !== undefined && offset > next;
      if (!property || passed) return { kind: "name", path, container, property: undefined };
      if (touches(property.key, offset)) return { kind: "name", path, container, property };
      if (property.afterColon === undefined || offset < property.afterColon)
        return { kind: "name", path, container, property: undefined };
      if (property.value && offset > property.value.end) return { kind: "name", path, container, property: undefined };
      path.push(property.key.value);
      if (!property.value) return { kind: "value", path, node: undefined };
      node = property.value;
    } else if (node?.kind === "array" && inside(node, offset)) {
      const members: readonly Node[] = node.members;
      const index = members.findIndex((each) => touches(each, offset));
      path.push(index < 0 ? members.filter(({ end }) => end < offset).length : index);
      if (index < 0) return { kind: "value", path, node: undefined };
      node = members[index];
    } else {
      return { kind: "value", path, node };
    }
  }
}

/** The shape expected at a path; `undefined` if nothing is allowed there. */
export function shapeAt(path: Path): Shape | PropertyShape | undefined {
  let shape: Shape | undefined = environmentShape;
  for (const step of path) {
    if (shape?.kind === "object-or-list") {
      shape = typeof step === "number" ? shape.object : propertyShape(shape.object, step);
    } else if (shape?.kind === "object") {
      shape = typeof step === "string" ? propertyShape(shape, step) : undefined;
    } else if (shape?.kind === "array") {
      shape = typeof step === "number" ? shape.items : undefined;
    } else {
      return undefined;
    }
  }
  return shape;
}
