import { type Page, test as base, expect } from '@playwright/test';
import { Seed } from './seed';
import { type Server, administrator, startServer } from './server';

interface Options {
  withSample: boolean;
}

interface Fixtures {
  server: Server;
  seed: Seed;
  // A page with the session of the administrator. It is still empty: a test opens the page that it is about.
  app: Page;
  // Errors of the page. Every test fails if its page violates the content security policy or throws.
  pageErrors: string[];
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
  pageErrors: [
    async ({ page }, use) => {
      const pageErrors = await collectErrors(page);
      await use(pageErrors);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
  app: async ({ page }, use) => {
    const response = await page.request.post('/api/v1/auth/session', { data: administrator });
    expect(response.ok()).toBe(true);
    await use(page);
  },
});

async function collectErrors(page: Page): Promise<string[]> {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) pageErrors.push(message.text());
  });
  return pageErrors;
}

// signIn signs a user in with the form. The fixture app is faster: it gets its session with a request.
export async function signIn(page: Page, person = administrator): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectProjects(page);
}

// openProjects opens the first page.
export async function openProjects(page: Page): Promise<void> {
  await page.goto('/projects');
  await expectProjects(page);
}

async function expectProjects(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
}

export { expect };
