// Resolves the "@/" alias of tsconfig.json for dependency-cruiser.
module.exports = { resolve: { alias: { "@": __dirname }, extensions: [".ts", ".tsx", ".mjs", ".js", ".css"] } };
