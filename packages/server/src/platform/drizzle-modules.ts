import { registerHooks } from 'node:module';

const FOLDER = '/node_modules/drizzle-orm/';

/**
 * Makes the server load in two thirds of the time. For each import of a file that ends in .js Node
 * parses the package.json beside it, to learn whether it is a module, and Drizzle's has 180 KB. All
 * such files of Drizzle are modules: said here, once. To be imported before what uses Drizzle.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isDrizzles = parentURL?.includes(FOLDER) && /^\..*\.js$/.test(specifier);
    if (!isDrizzles) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
