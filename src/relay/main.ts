import { drainInput } from './drainInput.ts';

// Whatever happens, an agent must see exit code 0 and silence.
drainInput(process.stdin, 3000, () => process.exit(0));
