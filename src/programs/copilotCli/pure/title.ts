import { clip } from '../../../core/text/clip.ts';

const longestTitle = 200;

/**
 * What Copilot CLI calls a conversation, by its `workspace.yaml`: the name that a person or a model gave it. Until then it
 * is its first prompt, which a row shows anyway. Of all that YAML can be, Copilot CLI writes only the plainest.
 */
export function parseTitle(yaml: string): string | undefined {
  const value = /^name: *(.*)$/mu.exec(yaml)?.[1]?.trim() ?? '';
  const title = value.startsWith('"') ? unquoted(value) : /^[|>'[{]/u.test(value) ? undefined : value;
  return title ? clip(title, longestTitle) : undefined;
}

function unquoted(value: string): string | undefined {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
