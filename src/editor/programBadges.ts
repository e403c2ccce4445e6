import * as vscode from 'vscode';
import type { Program } from '../core/program/program.ts';
import type { Disposable } from './disposableStore.ts';

const scheme = 'beckon-program';

/** The address that stands for a program, by its id: whatever is at it gets the badge of that program. */
export function programUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${id}` });
}

/** Puts the badge of a program beside whatever stands for it. */
export class ProgramBadges implements Disposable, vscode.FileDecorationProvider {
  readonly #programs: readonly Pick<Program, 'id' | 'name' | 'badge'>[];
  readonly #registered: vscode.Disposable;

  constructor(programs: readonly Pick<Program, 'id' | 'name' | 'badge'>[]) {
    this.#programs = programs;
    this.#registered = vscode.window.registerFileDecorationProvider(this);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const program =
      uri.scheme === scheme ? this.#programs.find(({ id }) => uri.path === `/${id}`) : undefined;
    return program?.badge === undefined ? undefined : new vscode.FileDecoration(program.badge, program.name);
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
