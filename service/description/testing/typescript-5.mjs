// Client generators need the compiler API of TypeScript 5, which later versions don't have. This package contains it.
import { register } from "node:module";

const library = "@ts-morph/common/dist/typescript.js";
const hook = `export const resolve = (name, context, next) => next(name === "typescript" ? "${library}" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
