import { defineConfig } from '@playwright/test';
import base from './playwright.config';

// The pictures of README and docs.
export default defineConfig({ ...base, testDir: 'screenshots', testMatch: '*.screenshots.ts', workers: 1 });
