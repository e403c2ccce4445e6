import { heardEvent, parsePayload } from '../../src/core/event/heardEvent.ts';
import { hookTemplates } from '../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../src/core/hookfile/parseHook.ts';
import { exampleRunbook } from '../../src/core/runbook/exampleRunbook.ts';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { parseSettings } from '../../src/core/settings/settingsText.ts';
import { parseSpooled } from '../../src/core/wire/wireHead.ts';
import { allPrograms } from '../../src/programs/all.ts';
import { parseClaudeTranscript } from '../../src/programs/claudeCode/pure/transcript.ts';
import type { Random } from './random.ts';

const settings =
  '{\n  "permissions": { "allow": ["Bash(ls)"] },\n  "hooks": { "Stop": [{ "hooks": [] }] }\n}\n';
const transcript =
  '{"type":"assistant","timestamp":"2026-01-01T00:00:00Z","sessionId":"s","message":{"content":[{"type":"text","text":"Hi"}]}}';
const spooled =
  'POST /v1/events HTTP/1.1\r\nBeckon-Program: claude-code\r\nBeckon-Event: Stop\r\nBeckon-Event-Id: e1\r\nContent-Length: 51\r\n\r\n{"session_id":"s","hook_event_name":"Stop","a":[1]}';

/** Whatever reads something that others write, and a text it takes. */
const readers: Readonly<Record<string, readonly [sample: string, read: (text: string) => unknown]>> = {
  'settings files': [settings, (text) => parseSettings(text, 'Claude Code')],
  'spooled events': [
    spooled,
    (text) => {
      const event = parseSpooled(text);
      const payload = event && parsePayload(event.body);
      return payload && heardEvent(allPrograms, event.head, payload, 1);
    },
  ],
  transcripts: [
    transcript,
    (text) => {
      const record = parsePayload(text);
      return record && parseClaudeTranscript(record, 's');
    },
  ],
  'HOOK.md': [hookTemplates[0]?.files('a').hook ?? '', parseHook],
  runbooks: [exampleRunbook, parseRunbook],
};

/** Has every reader read damaged texts; returns a sentence for each that threw. */
export function fuzzReaders(random: Random, count: number): readonly string[] {
  return Object.entries(readers).flatMap(([name, [sample, read]]) => {
    for (let serial = 0; serial < count; serial += 1) {
      const text = random.damaged(Buffer.from(sample)).toString(random.pick(['utf8', 'latin1']));
      try {
        read(text);
      } catch (error) {
        return [`${name}: ${error instanceof Error ? error.message : String(error)} (text ${serial})`];
      }
    }
    return [];
  });
}
