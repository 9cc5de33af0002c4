import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEPT_DAYS } from '@moodreel/contract';
import type { Logger } from 'pino';
import { DAY_MS } from '../platform/day.ts';
import type { SendMail } from './mail.ts';

const CLEAN_EVERY_MS = 3_600_000;

/** Where mails lie that no mail server takes. */
export function outboxOf({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'outbox');
}

/** Writes each mail to a file of its own and logs the path: works without a mail server. */
export function writeToOutbox(folder: string, from: string, log: Logger): SendMail {
  return async ({ id, recipient, replyTo, subject, body }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const head = [
      `From: ${from}`,
      `To: ${recipient}`,
      ...(replyTo ? [`Reply-To: ${replyTo}`] : []),
      `Subject: ${subject}`,
      `Date: ${new Date().toUTCString()}`,
    ];
    const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${id}.txt`);
    await writeFile(`${path}.part`, `${head.join('\n')}\n\n${body}\n`, { mode: 0o600 });
    await rename(`${path}.part`, path);
    log.warn({ path }, 'no mail server is configured: a mail was written to the outbox');
  };
}

/** Deletes what has lain in the outbox for too long, and what a killed process began there. */
export async function cleanOutbox(folder: string, now: Date): Promise<void> {
  const oldest = now.getTime() - KEPT_DAYS.outboxMails * DAY_MS;
  for (const name of await listFiles(folder)) {
    // Only our own: somebody may have put other things there.
    if (!/\.txt(\.part)?$/.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true });
  }
}

async function listFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Cleans the outbox now and every hour; also where a mail server is set by now. It lies on this
 * machine, so the jobs of the installation, which run on any, cannot do it. Answers how to stop.
 */
export function startOutboxCleaner(folder: string, log: Logger, now: () => Date): () => void {
  const clean = () => {
    cleanOutbox(folder, now()).catch((err: unknown) => {
      log.warn({ err }, 'old mails could not be deleted from the outbox');
    });
  };
  clean();
  const timer = setInterval(clean, CLEAN_EVERY_MS);
  return () => clearInterval(timer);
}
