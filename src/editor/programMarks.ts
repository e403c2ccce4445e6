import * as vscode from 'vscode';
import type { Program } from '../core/program/program.ts';
import type { Disposable } from './disposableStore.ts';

const scheme = 'beckon-program';

/** The address that stands for a program, by its id: whatever is at it gets the mark of that program. */
export function programUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${id}` });
}

/** Puts the mark of a program beside whatever stands for it. */
export class ProgramMarks implements Disposable, vscode.FileDecorationProvider {
  readonly #programs: readonly Pick<Program, 'id' | 'name' | 'mark'>[];
  readonly #registered: vscode.Disposable;

  constructor(programs: readonly Pick<Program, 'id' | 'name' | 'mark'>[]) {
    this.#programs = programs;
    this.#registered = vscode.window.registerFileDecorationProvider(this);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const program =
      uri.scheme === scheme ? this.#programs.find(({ id }) => uri.path === `/${id}`) : undefined;
    return program?.mark === undefined ? undefined : new vscode.FileDecoration(program.mark, program.name);
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
