/** `npm run settings`: rewrites deploy/.env.example from the settings that the product reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEnvExample } from './settings/env-example.ts';

const path = join(import.meta.dirname, '../deploy/.env.example');
writeFileSync(path, writeEnvExample());
console.log('Wrote deploy/.env.example.');
