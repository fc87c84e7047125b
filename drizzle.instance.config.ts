import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/instance/instance-schema.ts',
  out: './drizzle/instance',
});
