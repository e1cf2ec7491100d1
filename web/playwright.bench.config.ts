import { defineConfig } from '@playwright/test';
import base from './playwright.config';

// The measurements of the drawing in the browser, one after the other.
export default defineConfig({ ...base, testDir: 'bench', testMatch: '*.bench.ts', workers: 1, fullyParallel: false });
