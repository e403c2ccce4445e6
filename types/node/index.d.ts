// Node 20's types, under the name packages ask for: undici-types and vscode-languageserver refer to "node", and would
// bring the newer types of the tools into src.
/// <reference path="../../node_modules/node20-types/index.d.ts" />
