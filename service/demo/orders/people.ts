import type { Author } from "../history";

/** Who wrote the demo's history. */
export const ada: Author = { name: "Ada Okafor", email: "ada@orders.example", zone: "+0100" };
export const ben: Author = { name: "Ben Lindqvist", email: "ben@orders.example", zone: "+0200" };
export const chloe: Author = { name: "Chloe Martin", email: "chloe@orders.example", zone: "+0000" };
