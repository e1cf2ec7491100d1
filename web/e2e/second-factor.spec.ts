import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, signIn, test } from './fixtures';
import { administrator } from './server';
import { totp } from './totp';

// setUp sets up a second factor with the form, and returns the secret, the first code and the recovery codes.
async function setUp(page: Page, password: string): Promise<{ secret: string; first: string; codes: string[] }> {
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator application' })).toBeVisible();
  await page.getByRole('button', { name: 'Type the secret instead' }).click();
  const secret = (await page.getByRole('group', { name: 'Secret' }).locator('code').innerText()).trim();
  await expectNoViolations(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'code is wrong' })).toBeVisible();
  const first = totp(secret);
  await page.getByLabel('Code', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = (await page.getByRole('group', { name: 'Recovery codes' }).locator('code').innerText()).trim().split(/\s+/);
  expect(codes).toHaveLength(10);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { secret, first, codes };
}

// enterPassword signs in until the page asks for the code.
async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a user signs in with a code and with a recovery code @core', async ({ app, page }) => {
  await app.goto('/account');
  const section = page.getByRole('region', { name: 'Second factor' });
  await expect(section).toContainText('Off.');
  await section.getByRole('button', { name: 'Set up' }).click();
  const { secret, first, codes } = await setUp(page, administrator.password);
  await expect(section).toContainText('10 recovery codes left');
  await expectNoViolations(page);

  await enterPassword(page, administrator);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectNoViolations(page);
  await page.getByLabel('Code', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'used before' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();

  await enterPassword(page, administrator);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();

  await page.goto('/account');
  await expect(section).toContainText('9 recovery codes left');
  await section.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn the second factor off?' });
  await dialog.getByLabel('Your password', { exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(section).toContainText('Off.');
  await page.context().clearCookies();
  await signIn(page);
});

test('an organization requires a second factor, and an administrator removes one', async ({ app, page, seed, browser, server }) => {
  const eve = { email: 'eve@example.com', password: 'four words that are long' };
  await seed.post('/api/v1/users', { ...eve, firstName: 'Eve', lastName: 'Example' });
  await app.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  await setUp(page, administrator.password);
  await page.goto('/admin/single-sign-on');
  await page.getByRole('switch', { name: 'Require a second factor' }).click({ force: true });
  await expect(page.getByRole('switch', { name: 'Require a second factor' })).toBeChecked();
  await expectNoViolations(page);

  const other = await browser.newContext({ baseURL: server.address });
  const hers = await other.newPage();
  const ownPassword = 'my very own words';
  await enterPassword(hers, eve);
  await hers.getByLabel('Current password', { exact: true }).fill(eve.password);
  await hers.getByLabel('New password', { exact: true }).fill(ownPassword);
  await hers.getByLabel('New password, again', { exact: true }).fill(ownPassword);
  await hers.getByRole('button', { name: 'Change password and sign out' }).click();
  await expect(hers.getByText('Your password was changed')).toBeVisible();
  await enterPassword(hers, { email: eve.email, password: ownPassword });
  await expect(hers.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  await hers.goto('/projects');
  await expect(hers).toHaveURL(/\/second-factor$/);
  await expectNoViolations(hers);
  await setUp(hers, ownPassword);
  await expect(hers.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();

  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Remove the second factor of Eve Example' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(page.getByRole('button', { name: 'Remove the second factor of Eve Example' })).toHaveCount(0);
  await hers.goto('/projects');
  await expect(hers).toHaveURL(/\/login/);
  await other.close();
});

test('an administrator creates a service account with a limited token', async ({ app, page, server }) => {
  await app.goto('/admin/users');
  await page.getByRole('button', { name: 'Create service account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create service account' });
  await dialog.getByLabel('Name').fill('Nightly deploy');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Service account' });
  await expect(row).toContainText('Nightly deploy');
  await row.getByRole('button', { name: 'Access tokens of Nightly deploy' }).click();
  await page.getByRole('button', { name: 'Generate token' }).click();
  const generate = page.getByRole('dialog', { name: 'Generate an access token for Nightly deploy' });
  await generate.getByLabel('Name (optional)').fill('ci');
  await generate.getByText('Limits (optional)').click();
  await generate.getByLabel(/^run:/).check();
  await generate.getByLabel('Addresses').fill('127.0.0.0/8 ::1');
  await generate.getByLabel('Last day').fill('2099-12-31');
  await expectNoViolations(page);
  await generate.getByRole('button', { name: 'Generate', exact: true }).click();
  const token = (await page.getByRole('group', { name: 'Access token' }).locator('code').innerText()).trim();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'ci' })).toContainText('run; from 127.0.0.0/8, ::1/128; until');

  const call = (method: string, path: string) => fetch(`${server.address}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  expect((await call('GET', '/api/v1/environments')).status).toBe(200);
  expect((await call('DELETE', '/api/v1/environments/1')).status).toBe(403);
  await page.goto('/admin/audit?kind=token');
  await expect(page.getByRole('main')).toContainText('token.create');
});
