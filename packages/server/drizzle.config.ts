import { defineConfig } from 'drizzle-kit';

// `npm run migration -w packages/server -- --name=what-changes` writes the next migration.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/*/schema.ts',
  out: './migrations',
});
