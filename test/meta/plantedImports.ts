/** Lines that get around what their place may import, in ways Biome sees too. */
export const tricks: Readonly<Record<string, string>> = {
  'src/relay/trickInner.ts': "import '../core/wire/../text/clip.ts';",
  'src/relay/trickCore.ts': "import '../core';",
  'src/relay/trickNode.ts': "import '../node';",
  'src/editor/trickExtension.ts': "import '../extension';",
  'src/editor/trickServer.ts': "import '../server';",
  'src/cli/trickData.ts': "import '../../package.json';",
  'src/core/trickLazy.ts': "export const late = () => import('../editor/contributions.ts');",
  'src/core/trickExport.ts': "export * from 'vscode';",
  'src/core/trickType.ts': "import type { Uri } from 'vscode';",
  'src/shared/trick.ts': "import '../core/text/clip.ts';",
  'src/wiring.ts': "import './core/text/clip.ts';",
};

/** Those only the parser sees. */
export const hidden: Readonly<Record<string, string>> = {
  'src/shared/hidden.ts': 'export const shared = 1;',
  'src/hidden.ts': 'export export const hidden = 1;',
  'src/core/hidden.d.ts': 'declare const process: { exit(): void };',
  'src/core/hidden.js': 'export export const hidden = 1;',
  'src/core/hiddenTemplate.ts': 'export const late = () => import(`node:fs`);',
  'src/core/hiddenName.ts': 'export const late = (name: string) => import(name);',
  'src/core/hiddenRequire.ts': "export const fs = require('node:fs');",
  'src/core/hiddenType.ts': "export type Uri = import('vscode').Uri;",
  'src/core/hiddenModule.ts': "declare module 'vscode' {}",
  'src/core/hiddenReference.ts': '/// <reference types="node" />',
  'src/core/hiddenUnchecked.ts': '// @ts-nocheck',
  'src/core/hiddenIgnored.ts': "/* biome-ignore lint/style/noRestrictedImports: no */ import 'vscode';",
  'src/core/hiddenInner.ts': "import './wire/../text/clip.ts';",
  'src/cli/hiddenBuiltin.ts': "export const fs = process.getBuiltinModule('node:fs');",
  'src/node/hiddenRequire.ts': "export { createRequire } from 'node:module';",
  'src/relay/hiddenDot.ts': "import './../core/wire/target.ts';",
};
