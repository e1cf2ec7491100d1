import { type Page, test as base, expect } from '@playwright/test';
import { Seed } from './seed';
import { type Server, administrator, startServer } from './server';

interface Options {
  withSample: boolean;
}

interface Fixtures {
  server: Server;
  seed: Seed;
  // The page of someone who is signed in as the administrator.
  app: Page;
  // Every test fails when its page broke the content security policy or threw.
  complaints: string[];
}

export const test = base.extend<Fixtures & Options>({
  withSample: [false, { option: true }],
  server: async ({ withSample }, use) => {
    const server = await startServer({ withSample });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.address),
  seed: async ({ server }, use) => use(await Seed.signedIn(server.address)),
  complaints: [
    async ({ page }, use) => {
      const complaints = await listen(page);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  app: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

export async function signIn(page: Page, person = administrator): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
}

export { expect };
