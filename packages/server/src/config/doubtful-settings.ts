import { totalmem } from 'node:os';
import type { Config } from './config.ts';

/** What a film worker grows to when it makes one film after another, measured; MB. */
const WORKER_MB = 650;
const BYTES_A_MB = 1_000_000;

/** Doubts about a machine that renders: one sentence each, for the log. */
export function listWorkerDoubts(
  { unknownSettings, renderWorkers }: Config,
  memoryBytes = findMemoryBytes(),
): readonly string[] {
  const wantedMb = renderWorkers * WORKER_MB;
  const memoryMb = Math.floor(memoryBytes / BYTES_A_MB);
  if (wantedMb <= memoryMb) return unknownSettings;
  const tooMany =
    `RENDER_WORKERS is ${renderWorkers}, which takes some ${wantedMb} MB of memory, and there are ${memoryMb} MB: ` +
    'the system may end film workers in the middle. Set fewer';
  return [...unknownSettings, tooMany];
}

/** What this process may use: the machine's, or what its container is given. */
function findMemoryBytes(): number {
  // 0, or more than there is, where nothing is given.
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

/** Settings with which a server works, but hardly as it is meant: one sentence each, for the log. */
export function listDoubts(config: Config, memoryBytes?: number): readonly string[] {
  const doubts = [...listWorkerDoubts(config, memoryBytes)];
  if (config.publicUrl.startsWith('https:') && !config.paymentsIsSet) {
    doubts.push(
      'PAYMENTS is not set: whoever subscribes gets Premium and pays nothing. ' +
        'Set PAYMENTS=stripe, or PAYMENTS=sandbox if that is meant',
    );
  }
  if (!isOwnMachine(config.host) && !config.publicUrlIsSet) {
    doubts.push(
      `HOST lets other machines in, and PUBLIC_URL is not set: links in mails and of shared videos begin with ${config.publicUrl}. ` +
        'Set PUBLIC_URL to the address that people use',
    );
  }
  return doubts;
}

function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
