import { expect, signIn, test } from './fixtures';
import { listEnvironments, login } from './seed';

test('a user is created and can sign in', { tag: '@core' }, async ({ app, server }) => {
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Create user' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('E-mail').fill('chi@example.com');
  await dialog.getByLabel('First name').fill('Chi');
  await dialog.getByLabel('Last name').fill('Nakamura');
  await dialog.getByLabel('Set a first password').check();
  await dialog.getByRole('textbox', { name: 'First password' }).fill('a first password');
  await dialog.getByLabel('Role in the organization').selectOption('Contributor');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  const row = app.getByRole('row', { name: /Chi Nakamura/ });
  await expect(row).toContainText('chi@example.com');
  await expect(row).toContainText('Contributor');
  await expect(row).toContainText('Active');
  expect(await login(server.address, { email: 'chi@example.com', password: 'a first password' })).toMatch(/^mrt_/);
});

test('disabling a user shows how many tokens it revokes, and revokes them', async ({ app, seed, server }) => {
  const person = await seed.person('Bruno');
  const tokens = [await login(server.address, person), await login(server.address, person)];
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Disable Bruno Example' }).click();
  const dialog = app.getByRole('dialog', { name: 'Disable Bruno Example?' });
  await expect(dialog.locator('[data-token-loss]')).toContainText('Revokes 2 access tokens at once');
  await dialog.getByRole('button', { name: 'Disable user' }).click();
  await expect(app.getByRole('row', { name: /Bruno Example/ })).toContainText('Disabled');
  for (const token of tokens) {
    expect((await listEnvironments(server.address, token)).status).toBe(401);
  }

  await app.getByRole('button', { name: 'Enable Bruno Example' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Enable user' }).click();
  await expect(app.getByRole('row', { name: /Bruno Example/ })).toContainText('Active');
  expect((await listEnvironments(server.address, tokens[0]!)).status).toBe(401);
  expect(await login(server.address, person)).toMatch(/^mrt_/);
});

test('deleting a user revokes the tokens', async ({ app, seed, server }) => {
  const person = await seed.person('Bruno');
  const token = await login(server.address, person);
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Delete Bruno Example' }).click();
  const dialog = app.getByRole('dialog', { name: 'Delete Bruno Example?' });
  await expect(dialog.locator('[data-token-loss]')).toContainText('Revokes 1 access token at once');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(app.getByRole('row', { name: /Bruno Example/ })).toHaveCount(0);
  expect((await listEnvironments(server.address, token)).status).toBe(401);
});

test('a role is changed', async ({ app, seed }) => {
  await seed.person('Bruno');
  await app.goto('/admin/users');
  await expect(app.getByRole('row', { name: /Bruno Example/ })).toContainText('Member');
  await app.getByRole('button', { name: 'Change role of Bruno Example' }).click();
  const dialog = app.getByRole('dialog', { name: 'Change role of Bruno Example' });
  await dialog.getByLabel('Role in the organization').selectOption('Administrator');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(app.getByRole('row', { name: /Bruno Example/ })).toContainText('Administrator');
});

test('users who are not administrators do not see the administration', async ({ page, seed }) => {
  await signIn(page, await seed.person('Bruno'));
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'For administrators of the organization' })).toBeVisible();
});
