import { type ResolveHookSync, registerHooks } from 'node:module';

const FOLDER = '/node_modules/drizzle-orm/';

/** Where what our files import from Drizzle was found. */
const found = new Map<string, ReturnType<ResolveHookSync>>();

/**
 * Makes the server load with a good half of the work. For each import of a file that ends in .js Node parses the
 * package.json beside it, to learn whether it is a module, and for each import of the package by its name
 * once more; Drizzle's has 180 KB. All such files of Drizzle are modules: said here, once; and its names mean
 * the same to each of our files. To be imported before what uses Drizzle.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isOurs = !parentURL?.includes('/node_modules/');
    if (isOurs && /^drizzle-orm(\/|$)/.test(specifier)) {
      const known = found.get(specifier) ?? next(specifier, context);
      found.set(specifier, known);
      return { ...known, shortCircuit: true };
    }
    const isDrizzles = parentURL?.includes(FOLDER) && /^\..*\.js$/.test(specifier);
    if (!isDrizzles) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
