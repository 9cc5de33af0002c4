// `npm run admin -- create EMAIL`: makes an admin. The password is asked for, or read from
// ADMIN_PASSWORD or from standard input, never from the command line, which others can see.
import { describeFailure, isName, sayUsage } from '../command-line.ts';
import { requireInstallation } from '../config/data-folder.ts';
import { readProcessConfig } from '../config/read-environment.ts';
import '../platform/compile-cache.ts';
import '../platform/drizzle-modules.ts';

const USAGE = `Usage:
  npm run admin -- create EMAIL     makes an admin
  npm run admin -- password EMAIL   gives an admin a new password and ends all sessions
  npm run admin -- delete EMAIL     deletes an admin with all films
  npm run admin -- list             shows all admins
  npm run admin -- accept-storage   goes on with the files that are there, where the start misses others
The password is asked for; ADMIN_PASSWORD or standard input may give it instead.
`;

const words = process.argv.slice(2);
const [action = '', given = ''] = words;
try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const isUnderstood =
    action === 'list' || action === 'accept-storage'
      ? words.length === 1
      : ['create', 'password', 'delete'].includes(action) && words.length === 2 && isName(given);
  const status = sayUsage(USAGE, words, isUnderstood);
  if (status !== undefined) return status;
  // Here it is the new admin's password, without the address that the server asks for with it.
  const { ADMIN_PASSWORD } = process.env;
  delete process.env.ADMIN_PASSWORD;
  delete process.env.ADMIN_EMAIL;
  const config = readProcessConfig();
  requireInstallation(config);
  // Loading it takes seconds: not for whoever asks how it is used.
  const { runAdminCommand } = await import('./admin-command.ts');
  await runAdminCommand(config, { action, email: given, passwordGiven: ADMIN_PASSWORD });
  return 0;
}
